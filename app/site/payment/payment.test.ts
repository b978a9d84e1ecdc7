import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { qrPath } from '#modules/documents/qr.ts'
import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { deleteOldCarts } from '#modules/orders/cart/delete-old-carts.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { changeContact } from '#modules/orders/self-service/contact.server.ts'
import { CART_HOURS_KEPT } from '#modules/rules/kept.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { addBrowser, openPage, type TestBrowser } from '#test/fixtures/open-page.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { amendTo } from '#test/simulation/holders.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import {
  buy,
  choose,
  findOrderRow,
  getPaymentOf,
  goToBank,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { loader as failLoader } from './fail.tsx'
import { action, loader as successLoader } from './success.tsx'
import { titleOf } from './title.ts'
import type { EmailAnswer, PaymentView } from './view.ts'

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

function success(id: string, browser = anna, prefix = '') {
  const path = `${prefix}/payment/success/${id}`
  return openPage<PaymentView>(successLoader, path, { browser, params: { id } })
}

function fail(id: string) {
  return openPage<PaymentView>(failLoader, `/payment/fail/${id}`, { browser: anna, params: { id } })
}

function correct(id: string, email: string, browser = anna) {
  const form = { email }
  const path = `/payment/success/${id}`
  return openPage<EmailAnswer>(action, path, { browser, params: { id }, form })
}

async function goPaying() {
  await choose(anna.key, ride(bus, 'A', 'C', { adult: 2 }))
  return goToBank(anna.key, bank)
}

async function bought(): Promise<string> {
  return (await buy(bank, [ride(bus, 'A', 'C')], { visitor: anna.key })).paymentId
}

/** Paid at the bank after its page was closed, as banks can. */
async function payLate({ providerRef }: { providerRef: string }) {
  await bank.control(`/orders/${providerRef}/pay`)
  await bank.tell(providerRef)
  await doJobs()
}

describe('the success page', () => {
  test('shows the tickets at once, before any webhook has arrived', async () => {
    const { url, paymentId } = await goPaying()
    await bank.payAtBank(url)
    const { shown } = await success(paymentId)
    expect(shown).toMatchObject({
      outcome: 'confirmed',
      amount: 3600,
      mine: { email: 'anna@example.com', canCorrectEmail: true },
    })
    expect(shown.mine?.tickets).toMatchObject([{ title: 'Almond Square to Cape Airport' }])
    const [ticket] = await listTickets((await getPaymentOf(anna.key)).payableId, 'en', now())
    const qr = ticket && { ...qrPath(ticket), number: ticket.number }
    expect(shown.mine?.tickets[0]?.code.qr).toEqual(qr)
    expect(titleOf(shown)).toMatch(/^You are booked/)
  })

  test('shows another browser only the status', async () => {
    const { shown } = await success(await bought(), addBrowser())
    expect(shown).toMatchObject({ outcome: 'confirmed', mine: null })
    expect(JSON.stringify(shown)).not.toContain('anna@example.com')
  })

  test('opened by hand shows that nothing is paid, and no ticket', async () => {
    const { paymentId, url } = await goPaying()
    const { shown } = await success(paymentId)
    expect(shown).toMatchObject({ outcome: 'unpaid', mine: { tickets: [] } })
    await bank.cancelAtBank(url)
    expect((await success(paymentId)).shown.outcome).toBe('failed')
  })

  test('says that the payment is in progress while the bank processes it, or is silent', async () => {
    const { paymentId, url } = await goPaying()
    await bank.outage({ mode: '503', calls: 1, for: 'fetch' })
    expect((await success(paymentId)).shown.outcome).toBe('processing')
    await bank.payAtBank(url, 'processing')
    expect((await success(paymentId)).shown.outcome).toBe('processing')
  })

  test('is in Greek at the Greek address', async () => {
    const { shown } = await success(await bought(), anna, '/el')
    expect(shown.mine?.tickets[0]?.title).toContain('Πλατεία Αμυγδάλου')
  })

  test('is a 404 for an unknown payment', async () => {
    for (const id of [newAccessToken(), 'x', "'; drop table orders", '../cart']) {
      expect(await success(id)).toMatchObject({ status: 404 })
      expect(await fail(id)).toMatchObject({ status: 404 })
      expect(await correct(id, 'anna@example.com')).toMatchObject({ status: 404 })
    }
  })
})

describe('the fail page', () => {
  test('says that nothing was charged, why, and until when the seats are held', async () => {
    const { paymentId, url } = await goPaying()
    await bank.payAtBank(url, 'declined')
    await bank.cancelAtBank(url)
    const { shown } = await fail(paymentId)
    expect(shown.outcome).toBe('failed')
    expect(shown.decline).toMatch(/card|bank/)
    expect(shown.heldUntil).toMatch(/^\d\d:\d\d$/)
    expect(shown.mine?.isInCart).toBe(true)
    shiftClock({ hours: 1 })
    const later = await fail(paymentId)
    expect(later.shown).toMatchObject({ heldUntil: null, mine: { isInCart: true } })
  })

  test('says that a cart is empty if it was closed or emptied since', async () => {
    const { paymentId, url } = await goPaying()
    await bank.cancelAtBank(url)
    await fail(paymentId)
    shiftClock({ hours: CART_HOURS_KEPT + 1 })
    await deleteOldCarts(now())
    expect((await fail(paymentId)).shown.mine?.isInCart).toBe(false)

    const other = await goPaying()
    await bank.cancelAtBank(other.url)
    await fail(other.paymentId)
    const cart = await findCart(anna.key, 'en', now())
    await removeRide(anna.key, cart?.rides[0]?.bookingId ?? '', now())
    expect((await fail(other.paymentId)).shown.mine?.isInCart).toBe(false)
  })

  test('redirects visitors whose payment went through', async () => {
    const paymentId = await bought()
    const led = await fail(paymentId)
    expect(led).toMatchObject({ status: 302, location: `/payment/success/${paymentId}` })
  })
})

describe('money without a booking', () => {
  test('because the seats were taken is refunded in full, and the page says so', async () => {
    const small = await addDeparture({ departsAt: now().add({ hours: 72 }), seats: 1 })
    await choose(anna.key, ride(small, 'A', 'C'))
    const attempt = await goToBank(anna.key, bank)
    await bank.cancelAtBank(attempt.url)
    await success(attempt.paymentId)
    shiftClock({ minutes: 31 })
    await buy(bank, [ride(small, 'A', 'C')])
    await payLate(attempt)
    const { shown } = await fail(attempt.paymentId)
    expect(shown).toMatchObject({
      outcome: 'given-back',
      givenBack: { isDuplicate: false, sentence: expect.stringContaining('€18.00') },
      mine: { tickets: [] },
    })
    expect(await listMails(attempt.orderId)).toMatchObject([{ kind: 'refund' }])
  })

  test('because it arrived twice is refunded in full, and the tickets stay valid', async () => {
    const first = await goPaying()
    await bank.cancelAtBank(first.url)
    await success(first.paymentId)
    const second = await goToBank(anna.key, bank)
    await bank.payAtBank(second.url)
    await success(second.paymentId)
    await payLate(first)
    const { shown } = await success(first.paymentId)
    expect(shown).toMatchObject({ outcome: 'given-back', givenBack: { isDuplicate: true } })
    expect(shown.mine?.tickets).toHaveLength(1)
  })
})

describe('the address of the tickets', () => {
  test('can be corrected once, by the buyer', async () => {
    const paymentId = await bought()
    expect(await correct(paymentId, 'eve@example.com', addBrowser())).toMatchObject({ status: 404 })
    expect(await correct(paymentId, ' ann@example.com ')).toMatchObject({
      status: 303,
      location: `/payment/success/${paymentId}#email-heading`,
    })
    expect((await success(paymentId)).shown.mine).toMatchObject({
      email: 'ann@example.com',
      canCorrectEmail: false,
      isEmailCorrected: true,
    })
    const again = await correct(paymentId, 'third@example.com')
    expect(again.status).toBe(422)
    expect(again.shown.sentence).toContain('already been corrected once')
  })

  test('counts as corrected after the first payment, and not after a surcharge or a later change of it', async () => {
    const { paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'B')], { visitor: anna.key })
    await correct(paymentId, 'ann@example.com')
    const { manageId, reference } = await findOrderRow(orderId)
    await amendTo({ orderId, manageId, reference }, ride(bus, 'A', 'C'), { bank, surcharge: 900 })
    const surcharge = await getPaymentOf(anna.key)
    expect(surcharge.paymentId).not.toBe(paymentId)
    const isTold = { email: 'ann@example.com', canCorrectEmail: false }
    const after = (await success(surcharge.paymentId)).shown
    expect(after).toMatchObject({ isForChange: true, outcome: 'confirmed' })
    expect(after.mine).toMatchObject({ ...isTold, isEmailCorrected: false })
    expect((await success(paymentId)).shown.mine).toMatchObject({ isEmailCorrected: true })

    shiftClock({ minutes: 1 })
    const contact = { name: 'Anna Georgiou', email: 'anna.g@example.com' }
    expect(await changeContact({ manageId, contact, by: TRAVELLER, now: now() })).toMatchObject({
      ok: true,
    })
    expect((await success(paymentId)).shown.mine).toMatchObject({
      email: 'anna.g@example.com',
      isEmailCorrected: false,
    })
  })

  test("can be corrected only in the buyer's browser, so no other sees the form", async () => {
    const { paymentId, orderId } = await buy(bank, [ride(bus, 'A', 'C')], { visitor: anna.key })
    const { manageId } = await findOrderRow(orderId)
    const other = { key: addBrowser().key, cookie: `holder=${manageId}` }
    expect((await success(paymentId, other)).shown.mine).toMatchObject({
      canCorrectEmail: false,
      isEmailCorrected: false,
    })
  })

  test('that is invalid is returned as typed, and can be corrected again', async () => {
    const paymentId = await bought()
    const refused = await correct(paymentId, 'ann@')
    expect(refused).toMatchObject({ status: 422, shown: { typed: 'ann@' } })
    expect((await success(paymentId)).shown.mine?.canCorrectEmail).toBe(true)
  })
})
