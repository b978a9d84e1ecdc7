import { describe, expect, test } from 'vitest'

import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { findMyBookings } from '#modules/orders/reads/find-my-bookings.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { cancel, quoteCancellation } from '#modules/orders/self-service/cancel.server.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { asks, ELENI, listAuditOf, listChangesOf, overrule } from '#test/simulation/office.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'

import { giveGoodwill, quoteGoodwill } from './goodwill.server.ts'

const simulation = openSimulation()

describe('goodwill', () => {
  test('is refunded while the journey stays, with a credit note of one line and a mail', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    expect(await give(orderId, 500)).toMatchObject({ ok: true })
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { amountCents: 500, reason: 'goodwill', state: 'succeeded' },
    ])
    expect(await listTickets(orderId, 'en', now())).toHaveLength(1)
    const [receipt, note] = await listDocuments(orderId, 'en')
    expect(receipt).toMatchObject({ totalCents: 1800, reduction: null })
    expect(note).toMatchObject({
      series: 'credit-note',
      correctsNumber: receipt?.number,
      lines: [],
      fee: null,
      reduction: { totalCents: 500, vatCents: 41 },
      totalCents: 500,
    })
    expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }, { kind: 'goodwill' }])
    expect(await listChangesOf(orderId)).toMatchObject([
      { kind: 'goodwill', waivedCents: 500, goodwillCents: 500, refundCents: 500 },
    ])
    expect(await listAuditOf(orderId)).toMatchObject([{ action: 'goodwill' }])
    expect(await sumOf(orderId, 'goodwill')).toBe(500)
    expect(await sumOf(orderId, 'fares')).toBe(-1800)
  })

  test('is at most what is still paid, and at least a cent', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    expect(await give(orderId, 1801)).toEqual({
      ok: false,
      reason: 'outside-price',
      least: 1,
      most: 1800,
    })
    expect(await give(orderId, 0)).toMatchObject({ reason: 'outside-price' })
    expect(await give(orderId, 1800)).toMatchObject({ ok: true })
    expect(await quoteGoodwill(orderId)).toBe(0)
    expect(await give(orderId, 1)).toMatchObject({ reason: 'outside-price', most: 0 })
  })

  test('is limited for one person, in all on one order', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C', { adult: 4 })])
    expect(await give(orderId, 5000, { limit: 5000 })).toMatchObject({ ok: true })
    expect(await give(orderId, 1, { limit: 5000 })).toMatchObject({ reason: 'over-limit' })
    expect(await give(orderId, 1, { limit: 5000, by: ELENI })).toMatchObject({ ok: true })
  })

  test('also returns a fare that was forfeited, once the order is over', async () => {
    const bus = await addDeparture({ departsAt: now().add({ hours: 20 }) })
    const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
    expect(await giveUp(orderId, { shown: 0 })).toMatchObject({ ok: true, forfeited: 1800 })
    expect(await give(orderId, 900)).toMatchObject({ ok: true })
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 900, state: 'succeeded' }])
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
  })

  test('is not given for an order that nobody paid', async () => {
    expect(await quoteGoodwill('00000000-0000-4000-8000-000000000000')).toBe(0)
  })
})

describe('a cancellation after goodwill', () => {
  test('refunds no more than the card has paid, and says so before', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    await give(orderId, 500)
    const { manageId } = await findOrderRow(orderId)
    const leaving = await wholeOf(orderId)
    const quote = await quoteCancellation({ manageId, leaving, now: now() })
    expect(quote).toMatchObject({ refund: 1300, fee: 100, forfeited: 0 })
    expect(await giveUp(orderId, { shown: 1300 })).toMatchObject({ ok: true, refund: 1300 })
    await doJobs()
    expect((await listRefunds(orderId)).map(({ amountCents }) => amountCents)).toEqual([500, 1300])
    const [, , note] = await listDocuments(orderId, 'en')
    expect(note).toMatchObject({
      totalCents: 1300,
      fee: { totalCents: 100 },
      reduction: { totalCents: -400 },
    })
    expect(await sumOf(orderId, 'goodwill')).toBe(100)
    expect(await sumOf(orderId, 'fares')).toBe(0)
  })

  test('of all that was paid leaves nothing to return, but the booking still counts as refunded', async () => {
    const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
    await give(orderId, 1800)
    expect(await giveUp(orderId, { shown: 0 })).toMatchObject({ ok: true, refund: 0, forfeited: 0 })
    const { manageId, visitor } = await findOrderRow(orderId)
    expect(await findHeldOrder(manageId, 'en', now())).toMatchObject({ status: 'refunded' })
    const { upcoming, earlier } = await findMyBookings({ visitor }, 'en', now())
    const listed = [...upcoming, ...earlier].find((one) => one.manageId === manageId)
    expect(listed).toMatchObject({ status: 'refunded' })
  })

  test('of one journey of two refunds it whole, and the other as far as the card has paid', async () => {
    const rides = [ride(await anyBus(), 'A', 'C')]
    const later = await addDeparture({ departsAt: now().add({ hours: 60 }) })
    const { orderId } = await buy(simulation.bank, [...rides, ride(later, 'A', 'C')])
    await give(orderId, 500)
    expect(await giveUp(orderId, { shown: 1700, rides: 1 })).toMatchObject({ refund: 1700 })
    expect(await giveUp(orderId, { shown: 1400 })).toMatchObject({ ok: true, refund: 1400 })
    expect(await sumOf(orderId, 'goodwill')).toBe(200)
  })
})

test('fifty presses of one page give once', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C', { adult: 4 })])
  const staff = await asks(orderId)
  const wish = { orderId, amount: cents(100), staff, overrule: overrule(), now: now() }
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => giveGoodwill(wish)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listRefunds(orderId)).toHaveLength(1)
})

test('goodwill and the cancellation of the traveller at the same moment return every cent once', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const outcomes = await Promise.all([give(orderId, 500), giveUp(orderId, { shown: 1700 })])
  expect(outcomes.some(({ ok }) => ok)).toBe(true)
  const returned = (await listRefunds(orderId)).reduce((sum, one) => sum + one.amountCents, 0)
  expect([500, 1700, 1800]).toContain(returned)
})

async function give(
  orderId: string,
  amount: number,
  by: { limit?: number; by?: typeof ELENI } = {},
) {
  const staff = await asks(orderId, by.by)
  const given = { orderId, amount: cents(amount), staff, overrule: overrule(by.limit) }
  return giveGoodwill({ ...given, now: now() })
}

async function wholeOf(orderId: string) {
  const bookings = await listBookings(db, orderId)
  return bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
}

async function giveUp(orderId: string, { shown, rides }: { shown: number; rides?: number }) {
  const { manageId } = await findOrderRow(orderId)
  const leaving = (await wholeOf(orderId)).slice(0, rides)
  return cancel({ manageId, leaving, shownRefund: cents(shown), now: now() })
}

async function sumOf(orderId: string, account: 'goodwill' | 'fares'): Promise<number> {
  const { total } = await db
    .selectFrom('ledgerEntries')
    .select((entry) => entry.fn.sum('amountCents').as('total'))
    .where('payableId', '=', orderId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
