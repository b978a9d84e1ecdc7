import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  choose,
  comeBack,
  findOrderRow,
  getPaymentOf,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/* Requests and answers that cross each other between shop and bank. */

let bank: SimulatedBank
let visitor: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
})
afterAll(() => bank.stop())

test('an old answer about an attempt, opened but not yet paid, does not unpay it', async () => {
  const opening = bank.line.stopNext('open', 'back')
  const pressed = pressPay(visitor, bank)
  await opening.arrived
  const finding = bank.line.stopNext('find', 'back')
  const polled = poll()
  await finding.arrived

  opening.letGo()
  const outcome = await pressed
  expect(outcome).toMatchObject({ ok: true })
  const { paymentId, payableId } = await getPaymentOf(visitor)
  await bank.payAtBank(outcome.ok ? outcome.goTo : '')
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  finding.letGo()
  await polled

  await doJobs()
  expect(await listRefunds(payableId)).toEqual([])
  expect((await findOrderRow(payableId)).status).toBe('confirmed')
  expect(await breaches()).toEqual([])
})

test('a page that opens after its cart was changed elsewhere is closed at the bank', async () => {
  const opening = bank.line.stopNext('open', 'there')
  const pressed = pressPay(visitor, bank)
  await opening.arrived
  const cart = await findCart(visitor, 'en', now())
  expect(await removeRide(visitor, cart?.rides[0]?.bookingId ?? '', now())).toEqual({ ok: true })
  opening.letGo()

  expect(await pressed).toEqual({ ok: true, goTo: '/cart' })
  const { providerRef } = await getPaymentOf(visitor)
  expect(await bank.provider.fetch(providerRef ?? '')).toMatchObject({
    status: bank.ways.closed,
  })
  expect(await breaches()).toEqual([])
})

test('two tabs that pay with different addresses reach one page', async () => {
  const opening = bank.line.stopNext('open', 'back')
  const first = pressPay(visitor, bank)
  await opening.arrived
  const contact = { name: 'Anna Georgiou', email: 'other@example.com' }
  // A provider that returns its address only once: the second tab waits until the first has it.
  const finding = bank.ways.tellsPageAgain ? undefined : bank.line.stopNext('find', 'back')
  const second = pressPay(visitor, bank, { contact, locale: 'el' })
  await (finding ? finding.arrived : second)
  finding?.letGo()
  opening.letGo()
  expect(await second).toEqual(await first)
  expect(await second).toMatchObject({ ok: true, goTo: expect.stringContaining('/pay/') as string })
  expect(await breaches()).toEqual([])
})

test('an address that the bank cannot encode does not prevent the payment', async () => {
  const contact = { name: 'Ελένη', email: 'ελένη@παράδειγμα.ελ' }
  expect(await pressPay(visitor, bank, { contact })).toMatchObject({ ok: true })
})

function breaches() {
  return checkInvariants(db, { now: now(), bank: bank.provider })
}
