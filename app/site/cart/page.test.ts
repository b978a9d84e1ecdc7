import { asyncProperty, assert, constantFrom, dictionary, string } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { loader as showSuccess } from '#app/site/payment/success.tsx'
import { addToCart } from '#modules/orders/cart/add-ride.server.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { callersNetwork } from '#platform/limits/callers-network.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { addBrowser, keepCookies, openPage, type TestBrowser } from '#test/fixtures/open-page.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { addDeparture, addTimetable, forgetWheelchairSpaces } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  choose,
  findOrderRow,
  getPaymentOf,
  makeTermsOld,
  ride,
} from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { CartAnswer, CartPageView } from './view.ts'

type Shown = { cart: CartPageView | null; latestPayment: string | null }

const CONTACT = { name: 'Anna Georgiou', email: 'anna@example.com' }
const READY = { ...CONTACT, terms: 'yes', intent: 'pay' }

let bank: SimulatedBank
let bus: string
let anna: TestBrowser
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  anna = addBrowser()
})
afterAll(() => bank.stop())

function look(browser = anna, path = '/cart') {
  return openPage<Shown>(loader, path, { browser })
}

async function getCart(path = '/cart'): Promise<CartPageView> {
  const { shown } = await look(anna, path)
  if (!shown.cart) throw new Error('the cart is empty')
  return shown.cart
}

async function press(form: Record<string, string>, path = '/cart', browser = anna) {
  const answer = await openPage<CartAnswer>(action, path, { browser, form })
  keepCookies(browser, answer)
  return answer
}

function behindOneAddress<Result>(run: () => Promise<Result>): Promise<Result> {
  return underRequestId('198.51.100.7', run)
}

async function getRideId(): Promise<string> {
  return (await getCart()).rides[0]?.bookingId ?? ''
}

describe('the cart', () => {
  test('is empty for a new visitor', async () => {
    expect((await openPage<Shown>(loader, '/cart')).shown.cart).toBeNull()
    expect(await press({ intent: 'pay' }, '/cart', addBrowser())).toMatchObject({ status: 422 })
    const nobody = await openPage(action, '/el/cart', { form: { intent: 'extend' } })
    expect(nobody.status).toBeLessThan(500)
  })

  test('states time, route, passengers and price', async () => {
    await choose(anna.key, ride(bus, 'A', 'C', { adult: 2, child: 1, infant: 1 }))
    const cart = await getCart()
    expect(cart).toMatchObject({ state: 'held', total: 4500, vat: 372, extendsByMinutes: 15 })
    expect(cart.rides[0]).toMatchObject({
      title: 'Almond Square to Cape Airport',
      duration: '55 min',
      lines: [
        { category: 'adult', count: 2, total: 3600 },
        { category: 'child', count: 1, total: 900 },
        { category: 'infant', count: 1, total: 0 },
      ],
      wheelchair: { state: 'open', users: 0, most: 1 },
    })
    expect(cart.rides[0]?.date).toMatch(/^\w+day \d+ \w+ \d{4}$/)
  })

  test('is in Greek at the Greek address', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const [first] = (await getCart('/el/cart')).rides
    expect(first?.title).toContain('Πλατεία Αμυγδάλου')
    expect(first?.searchHref).toMatch(/^\/el\/book-now\?from=A&to=C&date=\d{4}/)
    const refused = await press({ intent: 'pay', ...CONTACT }, '/el/cart')
    expect(refused.shown.problems).toEqual([
      {
        fieldId: 'terms',
        sentence: 'Αποδεχθείτε τους όρους και τις προϋποθέσεις για να κάνετε κράτηση.',
      },
    ])
  })

  test('states the deadline for a free cancellation, and omits it afterwards', async () => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 23 }) })
    await choose(anna.key, ride(bus, 'A', 'C'))
    await choose(anna.key, ride(soon, 'C', 'D'))
    const [tomorrow, later] = (await getCart()).rides
    expect(tomorrow).toMatchObject({ cancelUntil: null, wheelchair: { state: 'no-access' } })
    expect(later?.cancelUntil).toMatch(/^\d\d:\d\d on \w+day/)
  })

  test('does not show unknown wheelchair access as no access', async () => {
    await forgetWheelchairSpaces(bus)
    await choose(anna.key, ride(bus, 'A', 'C'))
    const [first] = (await getCart()).rides
    expect(first?.wheelchair).toMatchObject({ state: 'not-known', most: 0 })
    const field = `wheelchairs-${first?.bookingId}`
    const refused = await press({ intent: `wheelchair:${first?.bookingId}`, [field]: '1' })
    expect(refused.shown.problems[0]?.sentence).toMatch(/^We do not know yet/)
  })
})

describe('ordering', () => {
  test('leads to the page of the bank, the same one when pressed twice', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const first = await press(READY)
    expect(first.status).toBe(303)
    expect(new URL(first.location).origin).toBe(bank.origin)
    expect((await press(READY)).location).toBe(first.location)
    const { payableId } = await getPaymentOf(anna.key)
    const order = await findOrderRow(payableId)
    expect(order).toMatchObject({ contactName: CONTACT.name, termsVersion: TERMS_VERSION })
  })

  test('after a declined payment keeps the accepted terms, with their time, until there are new ones', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    expect(await getCart()).toMatchObject({ termsAccepted: false, hasContact: false })
    const { location } = await press(READY)
    const { payableId } = await getPaymentOf(anna.key)
    const { termsAcceptedAt } = await findOrderRow(payableId)
    await bank.payAtBank(location, 'declined')
    await bank.cancelAtBank(location)
    shiftClock({ minutes: 1 })
    expect(await getCart()).toMatchObject({ termsAccepted: true, hasContact: true })
    expect((await press(READY)).status).toBe(303)
    expect((await findOrderRow(payableId)).termsAcceptedAt).toEqual(termsAcceptedAt)

    await makeTermsOld(payableId)
    expect((await getCart()).termsAccepted).toBe(false)
    shiftClock({ minutes: 1 })
    await press(READY)
    const { termsAcceptedAt: anew, termsVersion } = await findOrderRow(payableId)
    expect(termsVersion).toBe(TERMS_VERSION)
    expect(anew).not.toEqual(termsAcceptedAt)
  })

  test('gives the browser a new key, whatever follows the name of the button', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const before = anna.key
    expect((await press({ ...READY, intent: 'pay:1' })).status).toBe(303)
    expect(anna.key).not.toBe(before)
  })

  test('without name, address and terms names all problems together and keeps the typed values', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const refused = await press({ intent: 'pay', name: '', email: ' anna@ ' })
    expect(refused.status).toBe(422)
    expect(refused.shown.problems.map(({ fieldId }) => fieldId)).toEqual(['name', 'email', 'terms'])
    expect(refused.shown.typed).toMatchObject({ name: '', email: 'anna@', termsAccepted: false })
  })

  test('with a mistyped domain is asked about once, then accepted', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const mistyped = { ...READY, email: 'anna@gmial.com' }
    const asked = await press(mistyped)
    expect(asked.status).toBe(422)
    expect(asked.shown.typed.suggestion).toBe('anna@gmail.com')
    expect((await getCart()).paymentId).toBeNull()

    const taken = await press({ ...mistyped, intent: 'use-email' })
    expect(taken.shown.typed).toMatchObject({ email: 'anna@gmail.com', termsAccepted: true })
    const insisted = await press({ ...mistyped, 'email-asked': 'anna@gmial.com' })
    expect(insisted.status).toBe(303)
  })

  test('takes no price, count or stop from the form', async () => {
    await choose(anna.key, ride(bus, 'A', 'C', { adult: 2 }))
    const forged = { total: '1', price: '1', amount: '1', adults: '1', currency: 'USD', to: 'B' }
    await press({ ...READY, ...forged })
    expect(await getPaymentOf(anna.key)).toMatchObject({ amountCents: 3600, currency: 'EUR' })
  })

  test('while the bank is down says so and keeps everything', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    await bank.outage({ mode: '503', calls: 1, for: 'open' })
    const refused = await press(READY)
    expect(refused).toMatchObject({ status: 422, shown: { typed: { termsAccepted: true } } })
    expect(refused.shown.problems).toMatchObject([{ fieldId: 'pay' }])
  })
})

describe('the typed values', () => {
  test('are kept when another button was pressed', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const extended = await press({ ...CONTACT, intent: 'extend' })
    expect(extended).toMatchObject({ status: 303, location: '/cart#hold' })
    expect(await getCart()).toMatchObject({ ...CONTACT, extendsByMinutes: 0 })

    const again = await press({ name: 'Anna', email: 'not yet', intent: 'extend' })
    expect(again).toMatchObject({ status: 422, shown: { typed: { email: 'not yet' } } })
    expect(await getCart()).toMatchObject({ name: 'Anna', email: 'not yet' })
  })

  test('include a telephone number that can be called', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    await press({ ...CONTACT, phone: '99 123456', intent: 'keep' })
    expect(await getCart()).toMatchObject({ ...CONTACT, phone: '+357 99 123456' })
    const refused = await press({ ...READY, phone: '123' })
    expect(refused).toMatchObject({ status: 422, shown: { typed: { phone: '123' } } })
    expect(refused.shown.problems).toMatchObject([{ fieldId: 'phone' }])
    expect(await getCart()).toMatchObject({ phone: '+357 99 123456' })
    expect(await press({ ...READY, phone: '' })).toMatchObject({ status: 303 })
  })

  test('are kept when the order was refused', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const unaccepted = await press({ intent: 'pay', name: ' Anna  Georgiou ', email: 'anna@' })
    expect(unaccepted.shown.problems.map(({ fieldId }) => fieldId)).toEqual(['email', 'terms'])
    expect(await getCart()).toMatchObject({ name: 'Anna Georgiou', email: 'anna@' })

    const mistyped = await press({ intent: 'pay', name: '', email: 'anna@gmial.com' })
    const { problems } = mistyped.shown
    expect(problems.map(({ fieldId }) => fieldId)).toEqual(['name', 'terms', 'email'])
    expect(await getCart()).toMatchObject({ name: '', email: 'anna@gmial.com' })
  })
})

describe('an expired hold', () => {
  test('is renewed with one button', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    await press({ ...CONTACT, intent: 'extend' })
    shiftClock({ minutes: 31 })
    expect(await getCart()).toMatchObject({ state: 'lapsed', ...CONTACT })
    expect(await press({ ...CONTACT, intent: 'take-again' })).toMatchObject({ status: 303 })
    expect(await getCart()).toMatchObject({ state: 'held', ...CONTACT })
  })

  test('shows both prices when the fare has changed meanwhile', async () => {
    await choose(anna.key, ride(bus, 'B', 'C'))
    shiftClock({ minutes: 16 })
    await changeFare('B', 'C', 'adult', 1100)
    const again = await press({ ...CONTACT, intent: 'take-again' })
    expect(again).toMatchObject({
      status: 200,
      shown: { fareChanges: [{ before: 900, after: 1100 }] },
    })
    const { rides } = await getCart()
    expect(rides).toMatchObject([{ total: 1100, lines: [{ fare: 1100, total: 1100 }] }])
    shiftClock({ minutes: 16 })
    await changeFare('B', 'C', 'adult', 900)
    const ordered = await press(READY)
    expect(ordered).toMatchObject({ status: 422, shown: { fareChanges: [{ after: 900 }] } })
    expect((await getCart()).paymentId).toBeNull()
  })

  test('asks for contact details first when the network holds many seats meanwhile', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    shiftClock({ minutes: 16 })
    const heldBy = await behindOneAddress(callersNetwork)
    for (const departsAt of [48, 49].map((hours) => now().add({ hours }))) {
      const rides = [ride(await addDeparture({ departsAt, seats: 60 }), 'A', 'C', { adult: 15 })]
      await addToCart({ visitor: addTraveller(), locale: 'en', rides, heldBy, now: now() })
    }
    const again = (contact: typeof CONTACT) =>
      behindOneAddress(() => press({ ...contact, intent: 'take-again' }))
    const first = await again({ name: '', email: '' })
    expect(first).toMatchObject({ status: 422, shown: { problems: [{ fieldId: 'name' }] } })
    expect(first.shown.problems[0]?.sentence).toMatch(
      /^Many seats are being held without being paid for/,
    )
    const half = await again({ ...CONTACT, email: 'anna@' })
    expect(half.shown.problems).toMatchObject([{ fieldId: 'email' }])
    expect(await again(CONTACT)).toMatchObject({ status: 303 })
    expect(await getCart()).toMatchObject({ state: 'held', ...CONTACT })
  })

  test('says which ride was sold meanwhile', async () => {
    const small = await addDeparture({ departsAt: now().add({ hours: 72 }), seats: 1 })
    await choose(anna.key, ride(small, 'A', 'C'))
    shiftClock({ minutes: 16 })
    await choose(addTraveller(), ride(small, 'A', 'B'))
    const again = await press({ ...CONTACT, intent: 'take-again' })
    expect(again.status).toBe(422)
    expect(again.shown.problems).toEqual([
      {
        fieldId: `ride-${await getRideId()}`,
        sentence: 'This departure is sold out. Please choose another.',
      },
    ])
  })
})

describe('a ride', () => {
  test('can be removed, but not by another visitor', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const rideId = await getRideId()
    const eve = addBrowser()
    await choose(eve.key, ride(bus, 'A', 'B'))
    await press({ intent: `remove:${rideId}` }, '/cart', eve)
    expect((await getCart()).rides).toHaveLength(1)
    await press({ intent: `remove:${rideId}` })
    expect((await look()).shown.cart).toBeNull()
  })

  test('gets a wheelchair space by its own button', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const field = `wheelchairs-${await getRideId()}`
    const intent = `wheelchair:${await getRideId()}`
    expect((await press({ intent, [field]: '1' })).status).toBe(303)
    expect((await getCart()).rides[0]?.wheelchair.users).toBe(1)
    const tooMany = await press({ intent, [field]: '7' })
    expect(tooMany).toMatchObject({ status: 422, shown: { problems: [{ fieldId: field }] } })
  })

  test('gets the ticked wheelchair space, even when only the pay button was pressed', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const field = `wheelchairs-${await getRideId()}`
    expect((await press({ ...READY, [field]: '1' })).status).toBe(303)
    expect((await getCart()).rides[0]?.wheelchair.users).toBe(1)
  })

  test('gets no space after the deadline, and states the deadline', async () => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 23 }) })
    await choose(anna.key, ride(soon, 'A', 'C'))
    const rideId = await getRideId()
    expect((await getCart()).rides[0]?.wheelchair).toMatchObject({ state: 'too-late', most: 0 })
    const refused = await press({ ...READY, [`wheelchairs-${rideId}`]: '1' })
    expect(refused.shown.problems).toMatchObject([{ fieldId: `wheelchairs-${rideId}` }])
    expect((await getCart()).paymentId).toBeNull()
  })
})

describe('while it is paid for elsewhere', () => {
  test('says so, and links back to the payment page', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const { location } = await press(READY)
    expect(await getCart()).toMatchObject({ state: 'paying', payAt: location })
  })

  test('and after the payment is empty, with a link to the tickets', async () => {
    await choose(anna.key, ride(bus, 'A', 'C'))
    const { location } = await press(READY)
    await bank.payAtBank(location)
    const { shown } = await look()
    expect(shown.cart).toBeNull()
    expect(shown.latestPayment).toBe((await getPaymentOf(anna.key)).paymentId)
    expect((await look(addBrowser())).shown.latestPayment).toBeNull()
  })
})

test('every request gets a response', async () => {
  await choose(anna.key, ride(bus, 'A', 'C'))
  const rideId = await getRideId()
  const names = constantFrom('intent', 'name', 'email', 'terms', `wheelchairs-${rideId}`, 'x')
  const words = constantFrom(
    'pay',
    'extend',
    'wheelchair:',
    `wheelchair:${rideId}`,
    '-1',
    '1e9',
    'yes',
  )
  const fields = dictionary(
    names,
    string({ unit: 'binary' }).chain((any) => constantFrom(any, any, 'pay')),
  )
  await assert(
    asyncProperty(fields, words, async (form, intent) => {
      const { status } = await press({ intent, ...form })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 40 },
  )
  const body = { type: 'application/json', content: '{"intent":"pay"}' }
  const unreadable = await openPage(action, '/cart', { browser: anna, body })
  expect(unreadable.status).toBeLessThan(500)
})

const atTheHotel = <Result>(run: () => Promise<Result>) => underRequestId('192.0.2.41', run)

test('behind one address of a hotel forty-one guests buy, each at the second press; a single guest is limited', async () => {
  const coach = await addDeparture({ departsAt: now().add({ hours: 72 }), seats: 50 })
  for (let guest = 0; guest < 41; guest++) {
    const browser = addBrowser()
    await choose(browser.key, ride(coach, 'A', 'C'))
    const email = `guest-${guest}@gmial.com`
    const asked = await atTheHotel(() => press({ ...READY, email }, '/cart', browser))
    expect(asked.shown.problems[0]?.sentence).toContain('gmail.com')
    const form = { ...READY, email, 'email-asked': email }
    const { status, location } = await atTheHotel(() => press(form, '/cart', browser))
    expect(status).toBe(303)
    await bank.payAtBank(location)
    const { paymentId } = await getPaymentOf(browser.key)
    const path = `/payment/success/${paymentId}`
    const params = { id: paymentId }
    const { shown } = await atTheHotel(() =>
      openPage<{ outcome: string }>(showSuccess, path, { browser, params }),
    )
    expect(shown.outcome).toBe('confirmed')
  }
  for (let presses = 0; presses < 60; presses++) await atTheHotel(() => press(READY))
  const { shown } = await atTheHotel(() => press(READY))
  expect(shown.problems[0]?.sentence).toContain('Too many attempts')
})
