import { describe, expect, test } from 'vitest'

import { addToCart } from '#modules/orders/cart/add-ride.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { cancelUntil } from '#modules/rules/deadlines.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  findOrderRow,
  getPaymentOf,
  goToBank,
  listMails,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

/* Edge cases of docs/faults.md: one order, several attempts to pay for it, and its price. */

const simulation = openSimulation()

test('11: an abandoned page ends, its seats are released, and no reminder is sent', async () => {
  const bus = await anyBus({ seats: 1 })
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  shiftClock({ minutes: 15 })
  await poll()
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'expired' })
  expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'cart' })

  shiftClock({ minutes: 10 })
  expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
  expect(await listMails(attempt.orderId)).toEqual([])
})

test('11: repeated attempts keep the seats for an hour at most', async () => {
  const bus = await anyBus({ seats: 1 })
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  for (const minutes of [11, 6, 6, 6, 7]) {
    shiftClock({ minutes })
    const { url, paymentId } = await goToBank(visitor, simulation.bank)
    shiftClock({ minutes: 3 })
    await simulation.bank.leaveForGood(url)
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'failed' })
  }
  const rival = addTraveller()
  shiftClock({ minutes: 8, seconds: 50 })
  expect(await choose(rival, ride(bus, 'A', 'C'))).toMatchObject({ reason: 'not-enough-seats' })
  shiftClock({ seconds: 10 })
  expect(await choose(rival, ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
})

describe('13: a new attempt after a decline', () => {
  test('closes the old page first', async () => {
    const visitor = addTraveller()
    await choose(visitor, ride(await anyBus(), 'A', 'C'))
    const first = await goToBank(visitor, simulation.bank)
    await simulation.bank.payAtBank(first.url, 'declined')
    await choose(visitor, ride(await anyBus(), 'A', 'B'))
    const second = await goToBank(visitor, simulation.bank)
    expect(second.url).not.toBe(first.url)
    expect(await simulation.bank.provider.fetch(first.providerRef)).toMatchObject({
      status: simulation.bank.ways.closed,
    })
    await simulation.bank.payAtBank(second.url)
    expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'confirmed' })
  })

  test('finds the old one paid, and accepts it: the next ride starts a new cart', async () => {
    const visitor = addTraveller()
    await choose(visitor, ride(await anyBus(), 'A', 'C'))
    const first = await goToBank(visitor, simulation.bank)
    await simulation.bank.payAtBank(first.url)
    await choose(visitor, ride(await anyBus(), 'A', 'B'))
    expect(await findOrderRow(first.orderId)).toMatchObject({ status: 'confirmed' })
    expect((await findCart(visitor, 'en', now()))?.rides).toHaveLength(1)
    const second = await goToBank(visitor, simulation.bank)
    expect(second.orderId).not.toBe(first.orderId)
  })
})

test('14: two tabs and a double click lead to one page', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const clicks = await Promise.all([1, 2, 3].map(() => pressPay(visitor, simulation.bank)))
  expect(new Set(clicks.map((click) => click.ok && click.goTo)).size).toBe(1)
  expect(await countPayments(visitor)).toBe(1)
})

test('15: of two paid attempts the first counts, and the second is refunded in full', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const first = await goToBank(visitor, simulation.bank)
  await simulation.bank.leaveForGood(first.url)
  await comeBack(first.paymentId)
  const second = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(second.url)
  await comeBack(second.paymentId)

  const alerts = await countAlerts('money-without-order')
  await simulation.bank.control(`/orders/${first.providerRef}/pay`)
  await simulation.bank.tell(first.providerRef)
  await doJobs()
  expect(await comeBack(first.paymentId)).toMatchObject({
    outcome: 'given-back',
    givenBack: { reason: 'duplicate', amountCents: 1800, state: 'succeeded' },
  })
  expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(await listTickets(first.orderId, 'en', now())).toHaveLength(1)
  expect(await listMails(first.orderId)).toMatchObject([
    { kind: 'confirmation' },
    { kind: 'duplicate-refund' },
  ])
  expect(await countAlerts('money-without-order')).toBe(alerts + 1)
})

test('15: the older attempt may be paid while the page of the newer is open', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const first = await goToBank(visitor, simulation.bank)
  await simulation.bank.leaveForGood(first.url)
  await comeBack(first.paymentId)
  const second = await goToBank(visitor, simulation.bank)
  await simulation.bank.control(`/orders/${first.providerRef}/pay`)
  expect(await comeBack(first.paymentId)).toMatchObject({ outcome: 'confirmed' })
  await simulation.bank.payAtBank(second.url)
  expect(await comeBack(second.paymentId)).toMatchObject({ outcome: 'given-back' })
  await doJobs()
  expect(await listRefunds(first.orderId)).toMatchObject([
    { paymentId: second.paymentId, reason: 'duplicate', state: 'succeeded' },
  ])
})

test('19: a fare that changes between holding and paying does not change the held price', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  await changeFare('A', 'C', 'adult', 9900)
  const { url, paymentId } = await goToBank(visitor, simulation.bank)
  await changeFare('A', 'C', 'adult', 1)
  await simulation.bank.payAtBank(url)
  expect(await comeBack(paymentId, visitor)).toMatchObject({
    outcome: 'confirmed',
    amountCents: 1800,
    mine: { tickets: [{ totalCents: 1800 }] },
  })
})

test.each([
  ['2026-03-29', '2026-03-29T12:00', '2026-03-28T11:00'],
  ['2026-10-25', '2026-10-25T12:00', '2026-10-24T13:00'],
])(
  '37: on the night before %s the clock changes, and 24 hours are 24 hours',
  (_date, leaves, until) => {
    expect(cancelUntil(inCyprus(leaves), { noticeHours: 24 })).toEqual(inCyprus(until))
  },
)

describe('39: nothing to pay', () => {
  test('confirms without a bank', async () => {
    await changeFare('B', 'C', 'adult', 0)
    const visitor = addTraveller()
    await choose(visitor, ride(await anyBus(), 'B', 'C'))
    const outcome = await pressPay(visitor, simulation.bank)
    expect(outcome).toMatchObject({
      ok: true,
      goTo: expect.stringContaining('/tickets/') as string,
    })
    expect(await countPayments(visitor)).toBe(0)
    const { orderId } = await orderOf(visitor)
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
    expect(await listMails(orderId)).toHaveLength(1)
  })

  test('does not let infants travel alone', async () => {
    const rides = [ride(await anyBus(), 'A', 'C', { infant: 1 })]
    const chosen = await addToCart({ visitor: addTraveller(), locale: 'en', rides, now: now() })
    expect(chosen).toMatchObject({ reason: 'children-need-company' })
  })
})

function inCyprus(time: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(time).toZonedDateTime('Asia/Nicosia').toInstant()
}

async function countPayments(visitor: string): Promise<number> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orderId', 'payableId')
    .select('paymentId')
    .where('visitor', '=', visitor)
    .execute()
  return rows.length
}

function orderOf(visitor: string) {
  return db
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', visitor)
    .executeTakeFirstOrThrow()
}
