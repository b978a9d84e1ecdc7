import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { extendHold } from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { poll } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  getPaymentOf,
  goToBank,
  listMails,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

let bank: SimulatedBank
let bus: string
let visitor: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  visitor = addTraveller()
})
afterAll(() => bank.stop())

describe('a purchase', () => {
  test('is paid, confirmed, and has a ticket for each ride, a receipt and one mail', async () => {
    const back = await addDeparture({ departsAt: now().add({ hours: 72 }), calls: ['C', 'B', 'A'] })
    const family = { adult: 2, child: 1, infant: 1 }
    const rides = [ride(bus, 'A', 'C', family), ride(back, 'C', 'A', family)]
    const { result, orderId } = await buy(bank, rides, { card: 'challenge' })
    expect(result).toMatchObject({ outcome: 'confirmed', amountCents: 9000, givenBack: null })
    expect(result.mine?.tickets).toMatchObject([
      { groupLeader: 'Anna Georgiou', passengers: family, totalCents: 4500 },
      { groupLeader: 'Anna Georgiou', passengers: family, totalCents: 4500 },
    ])
    expect(await listMails(orderId)).toEqual([
      { kind: 'confirmation', attemptNo: 1, address: 'anna@example.com' },
    ])
  })

  test('shows its tickets to the browser that bought, and to no other', async () => {
    const { paymentId } = await buy(bank, [ride(bus, 'A', 'C')])
    expect((await comeBack(paymentId, addTraveller())).mine).toBeNull()
    expect((await comeBack(paymentId)).mine).toBeNull()
  })

  test('with a wheelchair space has a confirmation number for it', async () => {
    const { orderId } = await buy(bank, [ride(bus, 'A', 'C', { adult: 2, wheelchairUsers: 1 })])
    const [ticket] = await listTickets(orderId, 'en', now())
    expect(ticket?.wheelchairNumber).toMatch(/^W-[0-9A-Z]{8}$/)
  })

  test('numbers its receipts without a gap, also when buyers race', async () => {
    await Promise.all(Array.from({ length: 6 }, () => buy(bank, [ride(bus, 'A', 'B')])))
    const rows = await db.selectFrom('receipts').select('number').orderBy('number').execute()
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1))
  })
})

describe('is refused', () => {
  test('without name, address and terms, with all problems reported together', async () => {
    await choose(visitor, ride(bus, 'A', 'C'))
    const contact = { name: '', email: 'anna@' }
    const refused = await pressPay(visitor, bank, { contact, termsAccepted: false })
    const reasons = ['name-missing', 'email-malformed', 'terms-not-accepted']
    expect(refused).toMatchObject({
      reason: 'contact',
      refusals: reasons.map((reason) => ({ reason })),
    })
    expect((await cart())?.openPayment).toBeNull()
  })

  test('with the address of a site as the name', async () => {
    await choose(visitor, ride(bus, 'A', 'C'))
    const contact = { name: 'You won: www.evil.example', email: 'anna@example.com' }
    expect(await pressPay(visitor, bank, { contact })).toMatchObject({
      reason: 'contact',
      refusals: [{ reason: 'name-with-site' }],
    })
  })

  test('with an empty cart', async () => {
    expect(await pressPay(visitor, bank)).toMatchObject({ reason: 'cart-empty' })
  })

  test('when the hold has expired and the seats are sold', async () => {
    const small = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 1 })
    await choose(visitor, ride(small, 'A', 'C'))
    shiftClock({ minutes: 15 })
    await choose(addTraveller(), ride(small, 'A', 'B'))
    expect(await pressPay(visitor, bank)).toMatchObject({
      reason: 'not-enough-seats',
      seatsLeft: 0,
    })
    expect((await findOrderRow((await orderOf(visitor)).orderId)).status).toBe('cart')
  })

  test('when the hold has expired and the price has changed: both are shown, the second click pays', async () => {
    await choose(visitor, ride(bus, 'A', 'B'))
    shiftClock({ minutes: 15 })
    await changeFare('A', 'B', 'adult', 950)
    const refused = await pressPay(visitor, bank)
    expect(refused).toMatchObject({
      reason: 'fares-changed',
      changes: [{ before: 900, after: 950 }],
    })
    expect(await pressPay(visitor, bank)).toMatchObject({ ok: true })
    expect(await getPaymentOf(visitor)).toMatchObject({ amountCents: 950 })
  })

  test('when the bus is about to leave, on both sides of the limit', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'Temporal'] }) // the clock stands still
    onTestFinished(() => void vi.useRealTimers())
    const leaves = now().add({ minutes: 35 })
    const leaving = await addDeparture({ departsAt: leaves })
    await choose(visitor, ride(leaving, 'A', 'C'))
    const other = addTraveller()
    await choose(other, ride(leaving, 'A', 'C'))
    for (const one of [visitor, other]) await extendHold(one, now())
    shiftToBefore(leaves, { minutes: 13, seconds: 1 })
    expect(await pressPay(visitor, bank)).toMatchObject({ ok: true })
    shiftToBefore(leaves, { minutes: 12, seconds: 59 })
    expect(await pressPay(other, bank)).toMatchObject({ reason: 'too-late-to-pay' })
  })
})

describe('after a double click', () => {
  test('the button leads to the same page, in one tab or in five', async () => {
    await choose(visitor, ride(bus, 'A', 'C'))
    const clicks = await Promise.all(Array.from({ length: 5 }, () => pressPay(visitor, bank)))
    const [first] = clicks
    expect(first).toMatchObject({ ok: true, goTo: expect.stringContaining('/pay/') as string })
    expect(clicks).toEqual(clicks.map(() => first))
    expect(await pressPay(visitor, bank)).toEqual(first)
  })

  test('after the page has expired it leads to a new page, and the old one is closed', async () => {
    await choose(visitor, ride(bus, 'A', 'C'))
    const { url, paymentId } = await goToBank(visitor, bank)
    shiftClock({ minutes: 16 })
    const again = await pressPay(visitor, bank)
    expect(again).toMatchObject({ ok: true, goTo: expect.stringContaining('/pay/') as string })
    expect(again).not.toMatchObject({ goTo: url })
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'failed' })
  })
})

test('after all this the invariants hold', async () => {
  await poll()
  expect(await checkInvariants(db, { now: now(), bank: bank.provider })).toEqual([])
})

function cart() {
  return findCart(visitor, 'en', now())
}

function orderOf(who: string) {
  return db
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', who)
    .executeTakeFirstOrThrow()
}

function shiftToBefore(moment: Temporal.Instant, by: Temporal.DurationLike): void {
  shiftClock(now().until(moment.subtract(by)))
}
