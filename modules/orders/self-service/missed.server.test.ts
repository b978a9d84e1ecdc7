import { beforeEach, describe, expect, test } from 'vitest'

import { partyOf, type Passengers } from '#modules/fares/passengers.ts'
import type { ChangeKind } from '#modules/orders/order/change-kinds.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { findTicket, listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture, withdrawAll } from '#test/simulation/timetable.ts'
import {
  buy,
  comeBack,
  countPlacesTaken,
  findOrderRow,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { amend } from './amend.server.ts'
import { cancel } from './cancel.server.ts'
import { quoteNextBus, takeNextBus } from './missed.server.ts'

const simulation = openSimulation()
let bus: string
let next: string
let third: string
let leaves: Temporal.Instant
beforeEach(async () => {
  // Withdraws the buses of other tests, so that this test has its own next bus.
  await withdrawAll()
  leaves = now().add({ hours: 2 })
  bus = await addDeparture({ departsAt: leaves })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 2 })
  third = await addDeparture({ departsAt: leaves.add({ hours: 4 }) })
})

test('the ticket is valid for the next scheduled bus, and the old seat is released at once', async () => {
  const { ticketId, orderId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  expect(await quoteNextBus(ticketId, now())).toMatchObject({
    ok: true,
    departureId: next,
    departsAt: leaves.add({ hours: 1 }),
    fullBefore: 0,
  })
  const taken = await press(ticketId, next)
  if (!taken.ok) throw new Error(taken.reason)
  expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([0, 2])
  expect(await findTicket(ticketId, 'en', now())).toBeUndefined()
  expect(await findTicket(taken.ticketId, 'en', now())).toMatchObject({ totalCents: 3600 })
  expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }, { kind: 'missed' }])
})

test('when the next bus is full, the first later one with room is offered', async () => {
  await buy(simulation.bank, [ride(next, 'A', 'D', { adult: 1 })])
  const { ticketId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  expect(await quoteNextBus(ticketId, now())).toMatchObject({ departureId: third, fullBefore: 1 })
})

test('until their bus leaves, travellers may take any later bus of the day with room, once', async () => {
  const fourth = await addDeparture({ departsAt: leaves.add({ hours: 5 }), seats: 2 })
  const full = await addDeparture({ departsAt: leaves.add({ hours: 6 }), seats: 1 })
  const tomorrow = await addDeparture({ departsAt: leaves.add({ hours: 24 }) })
  const { ticketId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  const quote = await quoteNextBus(ticketId, now())
  const ids = quote.ok ? quote.later.map(({ departureId }) => departureId) : []
  expect(ids).toEqual([third, fourth])
  for (const refused of [full, tomorrow, bus]) {
    expect(await press(ticketId, refused)).toMatchObject({ ok: false, reason: 'quote-changed' })
  }
  const left = await quoteNextBus(ticketId, leaves)
  expect(left).toMatchObject({ ok: true, departureId: next, later: [] })
  expect(await takeNextBus(ticketId, { shownDepartureId: third, now: leaves })).toMatchObject({
    reason: 'quote-changed',
    departureId: next,
  })
  const taken = await press(ticketId, fourth)
  if (!taken.ok) throw new Error(taken.reason)
  expect(await countPlacesTaken(fourth)).toBe(2)
  expect(await quoteNextBus(taken.ticketId, now())).toMatchObject({ reason: 'missed-already' })
})

test('a bus after midnight is still one of the day', async () => {
  await withdrawAll()
  const evening = startOfDay(dateInCyprus(now()).add({ days: 2 })).subtract({ hours: 2 })
  const [own, first, night] = [
    await addDeparture({ departsAt: evening }),
    await addDeparture({ departsAt: evening.add({ hours: 1 }) }),
    await addDeparture({ departsAt: evening.add({ hours: 5, minutes: 59 }) }),
  ]
  await addDeparture({ departsAt: evening.add({ hours: 6 }) })
  const { ticketId } = await bought(ride(own, 'A', 'C'))
  expect(await quoteNextBus(ticketId, evening.subtract({ hours: 1 }))).toMatchObject({
    departureId: first,
    later: [{ departureId: night }],
  })
})

test('a bus that fills up after it was shown is not replaced without asking', async () => {
  const { ticketId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  await buy(simulation.bank, [ride(next, 'A', 'D', { adult: 1 })])
  expect(await press(ticketId, next)).toMatchObject({ reason: 'quote-changed', departureId: third })
  expect(await countPlacesTaken(bus)).toBe(2)
})

describe('the ticket can be moved', () => {
  test.each([
    [{ hours: -3 }, true],
    [{ hours: -3, seconds: -1 }, 'too-early-to-miss'],
    [{ hours: 24 }, true],
    [{ hours: 24, seconds: 1 }, 'too-late-to-miss'],
  ])('%o from departure: %s', async (moment, expected) => {
    await addDeparture({ departsAt: leaves.add({ hours: 30 }) })
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const quote = await quoteNextBus(ticketId, leaves.add(moment))
    expect(quote.ok || quote.reason).toBe(expected)
  })

  test('once, and not again on the later bus', async () => {
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const taken = await press(ticketId, next)
    if (!taken.ok) throw new Error(taken.reason)
    expect(await quoteNextBus(taken.ticketId, now())).toMatchObject({ reason: 'missed-already' })
    expect(await quoteNextBus(ticketId, now())).toMatchObject({ reason: 'no-such-booking' })
  })

  test('after the bus has left, for the next one from now, to the minute it leaves', async () => {
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const leavesNext = leaves.add({ hours: 1 })
    expect(await quoteNextBus(ticketId, leavesNext)).toMatchObject({ departureId: next })
    const after = leavesNext.add({ seconds: 1 })
    expect(await quoteNextBus(ticketId, after)).toMatchObject({ departureId: third })
  })

  test('by twenty at once, with one effect', async () => {
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => press(ticketId, next)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([0, 1])
  })
})

test('gives no refund, however early the later bus is cancelled', async () => {
  const far = await addDeparture({ departsAt: leaves.add({ hours: 60 }), calls: ['B', 'D'] })
  const { ticketId, orderId } = await bought(ride(bus, 'B', 'D'))
  for (const other of [next, third]) {
    await db
      .updateTable('departures')
      .set({ status: 'cancelled' })
      .where('departureId', '=', other)
      .execute()
  }
  expect(await press(ticketId, far)).toMatchObject({ ok: true })
  const { manageId } = await findOrderRow(orderId)
  const leaving = (await listBookings(db, orderId)).map(({ bookingId }) => ({
    bookingId,
    staying: null,
  }))
  const given = { manageId, leaving, shownRefund: cents(0), now: now() }
  expect(await cancel(given)).toMatchObject({ ok: true, refund: 0, forfeited: 1800 })
})

describe('a ride that was missed once cannot be missed again', () => {
  let far: string
  beforeEach(async () => {
    far = await addDeparture({ departsAt: leaves.add({ hours: 6 }), wheelchairPlaces: 1 })
    await addDeparture({ departsAt: leaves.add({ hours: 9 }) })
  })

  test('by correcting its date', async () => {
    const missed = await missedBy({ adult: 1 })
    expect(await change(missed, ride(far, 'A', 'C'))).toMatchObject({ ok: true })
    await expectMissedStill(missed.orderId, 'corrected')
  })

  test('by taking another bus under terms that still allow it', async () => {
    const missed = await missedBy({ adult: 1 }, { noticeHours: 0 })
    expect(await change(missed, ride(far, 'A', 'C'))).toMatchObject({ ok: true })
    await expectMissedStill(missed.orderId, 'amended')
  })

  test('by paying for more people', async () => {
    const missed = await missedBy({ adult: 1 }, { noticeHours: 0 })
    const asked = await change(missed, ride(far, 'A', 'C', { adult: 2 }), { surcharge: 1800 })
    if (!asked.ok || !('goTo' in asked)) throw new Error(`not to the bank: ${asked.ok}`)
    await simulation.bank.payAtBank(asked.goTo)
    const { paymentId } = await findSurcharge(missed.orderId)
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
    await expectMissedStill(missed.orderId, 'amended')
  })

  test('by the company moving it', async () => {
    const missed = await missedBy({ adult: 1 })
    await db
      .updateTable('departures')
      .set({ status: 'cancelled' })
      .where('departureId', '=', next)
      .execute()
    expect(await change(missed, ride(far, 'A', 'C'))).toMatchObject({ ok: true })
    await expectMissedStill(missed.orderId, 'company-moved')
  })

  test('by asking for a wheelchair space', async () => {
    await withdrawAll()
    const tomorrow = await addDeparture({ departsAt: leaves.add({ hours: 30 }) })
    await addDeparture({ departsAt: leaves.add({ hours: 33 }) })
    await db
      .updateTable('departures')
      .set({ status: 'planned' })
      .where('departureId', '=', bus)
      .execute()
    const missed = await missedBy({ adult: 1 }, { noticeHours: 0, onto: tomorrow })
    const wheelchair = ride(tomorrow, 'A', 'C', { adult: 1, wheelchairUsers: 1 })
    expect(await change(missed, wheelchair)).toMatchObject({ ok: true })
    await expectMissedStill(missed.orderId, 'wheelchair')
  })

  test('by cancelling a seat', async () => {
    const { orderId, manageId, bookingId } = await missedBy({ adult: 2 })
    const passengers = partyOf({ adult: 1 })
    const leaving = [{ bookingId, staying: { passengers, wheelchairUsers: 0 } }]
    const given = { manageId, leaving, shownRefund: cents(0), now: now() }
    expect(await cancel(given)).toMatchObject({ ok: true })
    await expectMissedStill(orderId, 'cancelled')
  })
})

async function bought(wish: RideWish) {
  const { orderId } = await buy(simulation.bank, [wish])
  return { orderId, ticketId: await ticketOf(orderId) }
}

async function ticketOf(orderId: string): Promise<string> {
  const [ticket] = await listTickets(orderId, 'en', now())
  return ticket?.ticketId ?? ''
}

function press(ticketId: string, shownDepartureId: string) {
  return takeNextBus(ticketId, { shownDepartureId, now: now() })
}

type Missed = { orderId: string; manageId: string; bookingId: string }

/** A ride that was moved to the next bus after its own was missed. */
async function missedBy(
  party: Partial<Passengers>,
  { noticeHours = REFUND_TERMS.noticeHours, onto = next } = {},
): Promise<Missed> {
  const refundTerms = { ...REFUND_TERMS, noticeHours }
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', party)], { refundTerms })
  expect(await press(await ticketOf(orderId), onto)).toMatchObject({ ok: true })
  const { manageId } = await findOrderRow(orderId)
  const [booking] = await listBookings(db, orderId)
  return { orderId, manageId, bookingId: booking?.bookingId ?? '' }
}

function change({ manageId, bookingId }: Missed, to: RideWish, { surcharge = 0 } = {}) {
  const shown = { surcharge: cents(surcharge), refund: cents(0) }
  const here = { locale: 'en', origin: simulation.bank.door.origin } as const
  return amend({ manageId, bookingId, to, shown, ...here, now: now() })
}

function findSurcharge(orderId: string) {
  return db
    .selectFrom('changes')
    .select('paymentId')
    .where('orderId', '=', orderId)
    .where('paymentId', 'is not', null)
    .$narrowType<{ paymentId: string }>()
    .executeTakeFirstOrThrow()
}

/**
 * Expects that the latest change has this kind, and that the ticket still cannot be moved once
 * more.
 */
async function expectMissedStill(orderId: string, kind: ChangeKind): Promise<void> {
  const changes = await db
    .selectFrom('changes')
    .select('kind')
    .where('orderId', '=', orderId)
    .execute()
  expect(changes.map((one) => one.kind).toSorted()).toEqual([kind, 'missed'].toSorted())
  const [booking] = await listBookings(db, orderId)
  const moment = booking?.departsAt.subtract({ hours: 1 }) ?? now()
  const again = await quoteNextBus(await ticketOf(orderId), moment)
  expect(again).toEqual({ ok: false, reason: 'missed-already' })
}
