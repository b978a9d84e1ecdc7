import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'

import { closeSale } from '#modules/dispatch/close-sale.server.ts'
import { auditDecision, lockDeparture, subjectOf } from '#modules/dispatch/departure.server.ts'
import type { Closing } from '#modules/rules/deadlines.ts'
import { countEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { hold as holdTransaction, untilWaiting } from '#test/simulation/waiting.ts'

import { changeCapacity, fitCapacities, openSale } from './change-capacity.server.ts'
import { listLegLoads } from './list-loads.server.ts'
import { holdSeats, releaseSeats, sellSeats } from './seats.server.ts'
import type { Ride } from './seats.ts'

const NOON = Temporal.Instant.from('2026-12-24T10:00:00Z')
const LEAVES = NOON.add({ hours: 48 })
const [AB, BC, AC]: Ride[] = [
  { fromPosition: 0, toPosition: 1 },
  { fromPosition: 1, toPosition: 2 },
  { fromPosition: 0, toPosition: 2 },
]

beforeAll(() => addTimetable())

const bus = (seats: number) => addDeparture({ departsAt: LEAVES, seats, wheelchairPlaces: 2 })
const decision = (departureId: string) => ({ departureId, by: ADMIN, reason: 'test', now: NOON })
const want = (departureId: string, seats: number, now = NOON) =>
  changeCapacity({ ...decision(departureId), wanted: { seats, wheelchairPlaces: 2 }, now })

type Wish = {
  bookingId?: string
  seats?: number
  on?: Ride | undefined
  closing?: Closing
  as?: { state: 'paying' } | { state: 'sold' }
  insteadOf?: string[]
  now?: Temporal.Instant
}

function hold(departureId: string, wish: Wish = {}) {
  const { bookingId = randomUUID(), seats = 1, on = AC, closing = 'for-buyers', now = NOON } = wish
  const as = wish.as ?? ({ state: 'cart', expiresAt: now.add({ minutes: 15 }) } as const)
  const places = { seats, wheelchairPlaces: 0 }
  const ride = { bookingId, departureId, ride: on ?? { fromPosition: 0, toPosition: 2 }, places }
  const rides = [{ ...ride, boardsAt: LEAVES, accessible: true, wheelchairGranted: true }]
  const { insteadOf = [] } = wish
  return inTransaction((tx) => holdSeats(tx, { rides, as, closing, insteadOf, now }))
}

async function isAlerted(departureId: string): Promise<boolean> {
  const open = await db
    .selectFrom('alerts')
    .select('alertId')
    .where('kind', '=', 'departure-over-full')
    .where('subject', '=', subjectOf(departureId))
    .where('overAt', 'is', null)
    .execute()
  return open.length > 0
}

async function sell(departureId: string, seats: number, on = AC): Promise<string> {
  const bookingId = randomUUID()
  const held = await hold(departureId, { bookingId, seats, on, as: { state: 'sold' } })
  expect(held).toEqual({ ok: true })
  return bookingId
}

const giveUp = (bookingId: string) => inTransaction((tx) => releaseSeats(tx, [bookingId]))

function read(departureId: string) {
  return db
    .selectFrom('departures')
    .select(['seats', 'closedBecause', 'pinned'])
    .where('departureId', '=', departureId)
    .executeTakeFirstOrThrow()
}

test('a larger capacity is sold at once, and the departure is changed by hand from then on', async () => {
  const id = await bus(2)
  await sell(id, 2)
  expect(await hold(id)).toMatchObject({ reason: 'not-enough-seats' })
  expect(await want(id, 3)).toEqual({ ok: true, overFull: null })
  expect(await hold(id)).toEqual({ ok: true })
  expect(await read(id)).toMatchObject({ seats: 3, pinned: true, closedBecause: null })
  expect(await want(id, 3)).toMatchObject({ reason: 'unchanged' })
})

describe('a capacity below what is taken', () => {
  test('ends the sale, names the leg, and sinks with each place that comes free', async () => {
    const id = await bus(50)
    const [onFirst, other] = [await sell(id, 4, AB), await sell(id, 3, AC)]
    await sell(id, 2, BC)
    expect(await want(id, 5)).toEqual({
      ok: true,
      overFull: { leg: 0, seats: 7, wheelchairPlaces: 0 },
    })
    expect(await read(id)).toMatchObject({ seats: 7, closedBecause: 'over-full' })
    expect(await hold(id, { on: BC })).toMatchObject({ reason: 'closed-by-us' })

    await hold(id, { bookingId: other, seats: 2, on: AC, as: { state: 'sold' } })
    expect(await read(id)).toMatchObject({ seats: 6, closedBecause: 'over-full' })
    await giveUp(onFirst)
    expect(await read(id)).toMatchObject({ seats: 5 })
    await fitCapacities(NOON)
    expect(await read(id)).toMatchObject({ seats: 5, closedBecause: null })
    expect(await hold(id, { on: BC })).toEqual({ ok: true })
  })

  test('sinks with a place that moves to another departure', async () => {
    const [id, other] = [await bus(9), await bus(9)]
    const moved = await sell(id, 4)
    await sell(id, 5)
    await want(id, 5)
    const as = { state: 'sold' } as const
    expect(await hold(other, { seats: 4, insteadOf: [moved], as })).toEqual({ ok: true })
    expect(await read(id)).toMatchObject({ seats: 5 })
  })

  test.each([
    ['first', BC, AB],
    ['last', AB, BC],
  ])('sinks with the %s leg of a ride that is made shorter', async (_leg, kept, crowded) => {
    const id = await bus(9)
    const shorter = await sell(id, 4, AC)
    await sell(id, 3, crowded)
    await want(id, 5)
    expect(await read(id)).toMatchObject({ seats: 7 })
    const as = { state: 'sold' } as const
    expect(await hold(id, { bookingId: shorter, seats: 4, on: kept, as })).toEqual({ ok: true })
    expect(await read(id)).toMatchObject({ seats: 5 })
  })

  test('sinks with a booking that moves to another departure', async () => {
    const [id, other] = [await bus(9), await bus(9)]
    const moved = await sell(id, 4)
    await sell(id, 5)
    await want(id, 5)
    const as = { state: 'sold' } as const
    expect(await hold(other, { bookingId: moved, seats: 4, as })).toEqual({ ok: true })
    expect(await read(id)).toMatchObject({ seats: 5 })
  })

  test('keeps the places of those who are paying, and of no cart that expired', async () => {
    const id = await bus(9)
    const paying = randomUUID()
    await hold(id, { seats: 3, bookingId: paying, as: { state: 'paying' } })
    const cart = randomUUID()
    await hold(id, { seats: 4, bookingId: cart })
    expect(await want(id, 2)).toMatchObject({ overFull: { seats: 7 } })
    const closing = 'for-holders'
    expect(await hold(id, { seats: 4, bookingId: cart, closing, as: { state: 'paying' } })).toEqual(
      { ok: true },
    )
    expect(await hold(id, { seats: 5, bookingId: cart, closing })).toMatchObject({
      reason: 'closed-by-us',
    })
    await inTransaction((tx) => sellSeats(tx, [paying, cart]))
    expect(await read(id)).toMatchObject({ seats: 7, closedBecause: 'over-full' })
  })
})

describe('a departure that is too full', () => {
  test('fits by the clock alone once carts have expired', async () => {
    const id = await bus(9)
    await sell(id, 2)
    const cart = randomUUID()
    await hold(id, { seats: 4, bookingId: cart })
    await want(id, 3)
    await fitCapacities(NOON.add({ minutes: 14 }))
    expect(await read(id)).toMatchObject({ seats: 6, closedBecause: 'over-full' })
    const late = NOON.add({ minutes: 15 })
    const again = { seats: 4, bookingId: cart, closing: 'for-holders', now: late } as const
    expect(await hold(id, again)).toMatchObject({ reason: 'closed-by-us' })
    await fitCapacities(late)
    expect(await read(id)).toMatchObject({ seats: 3, closedBecause: null })
  })

  test('has no alert once it has left, and is left alone', async () => {
    const id = await bus(9)
    await sell(id, 4)
    await want(id, 3)
    expect(await isAlerted(id)).toBe(true)
    await fitCapacities(NOON)
    expect(await isAlerted(id)).toBe(true)
    await fitCapacities(LEAVES.add({ hours: 12 }))
    expect(await isAlerted(id)).toBe(false)
    expect(await read(id)).toMatchObject({ seats: 4, closedBecause: 'over-full' })
  })

  test('cannot be opened by hand, and stays closed by hand once everybody fits', async () => {
    const id = await bus(9)
    const leaving = await sell(id, 4)
    await sell(id, 4)
    await want(id, 5)
    expect(await openSale(decision(id))).toMatchObject({
      reason: 'over-full',
      overFull: { seats: 8 },
    })
    expect(await closeSale(decision(id))).toEqual({ ok: true })
    await giveUp(leaving)
    await fitCapacities(NOON)
    expect(await read(id)).toMatchObject({ seats: 5, closedBecause: 'by-hand' })
    expect(await openSale(decision(id))).toEqual({ ok: true })
    expect(await read(id)).toMatchObject({ closedBecause: null })
  })
})

describe('a sale that is closed by hand', () => {
  test('sells to nobody, and lets those who hold places pay, extend and reduce them', async () => {
    const id = await bus(9)
    const bookingId = randomUUID()
    await hold(id, { seats: 2, bookingId })
    expect(await closeSale(decision(id))).toEqual({ ok: true })
    expect(await closeSale(decision(id))).toMatchObject({ reason: 'closed-already' })
    expect(await hold(id)).toMatchObject({ reason: 'closed-by-us' })
    expect(await hold(id, { closing: 'for-ticket-holders' })).toMatchObject({
      reason: 'closed-by-us',
    })
    expect(await hold(id, { seats: 3, bookingId })).toMatchObject({ reason: 'closed-by-us' })
    expect(await hold(id, { seats: 1, bookingId, on: BC })).toEqual({ ok: true })
    expect(await hold(id, { seats: 1, bookingId, on: AC })).toMatchObject({
      reason: 'closed-by-us',
    })
    const paying = { state: 'paying' } as const
    expect(await hold(id, { bookingId, on: BC, as: paying, closing: 'for-holders' })).toEqual({
      ok: true,
    })
    expect(await openSale(decision(id))).toEqual({ ok: true })
    expect(await openSale(decision(id))).toMatchObject({ reason: 'not-closed' })
    expect(await hold(id)).toEqual({ ok: true })
  })

  test('names the colleague who changed the departure meanwhile, and does nothing', async () => {
    const id = await bus(9)
    const seen = await countEntries(`departure:${id}`)
    const outcomes = await Promise.all([
      closeSale({ ...decision(id), seen }),
      changeCapacity({ ...decision(id), wanted: { seats: 5, wheelchairPlaces: 2 }, seen }),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      reason: 'changed-meanwhile',
      entries: [{ actor: 'admin:maria', reason: 'test' }],
    })
    expect(await countEntries(`departure:${id}`)).toBe(1)
  })
})

test('a change waits for one that is under way, and is then told of it', async () => {
  const id = await bus(9)
  const release = await holdTransaction(async (tx) => {
    expect(await lockDeparture(tx, { departureId: id })).toMatchObject({ ok: true })
    await auditDecision(tx, decision(id), { action: 'capacity' })
  })
  const mine = closeSale({ ...decision(id), seen: 0 })
  await Promise.race([untilWaiting(1), mine])
  await release()
  expect(await mine).toMatchObject({ reason: 'changed-meanwhile' })
})

test('nothing is changed after the bus has left, or if it does not run', async () => {
  const id = await bus(9)
  const now = LEAVES
  expect(await want(id, 5, now)).toMatchObject({ reason: 'has-left' })
  expect(await closeSale({ ...decision(id), now })).toMatchObject({ reason: 'has-left' })
  expect(await want(id, 5, now.subtract({ seconds: 1 }))).toMatchObject({ ok: true })
  const cancelled = await addDeparture({ departsAt: LEAVES, status: 'cancelled' })
  expect(await want(cancelled, 5)).toMatchObject({ reason: 'not-running' })
  expect(await closeSale(decision(cancelled))).toMatchObject({ reason: 'not-running' })
  expect(await want(randomUUID(), 5)).toMatchObject({ reason: 'no-such-departure' })
})

test('50 seats become 30 under 200 buyers: no leg is ever over-sold, and nobody loses a ticket', async () => {
  const id = await bus(50)
  const sold = await Promise.all(Array.from({ length: 20 }, () => sell(id, 1)))
  const rides = [AB, BC, AC]
  const bought: string[] = []
  const buying = Array.from({ length: 40 }, async (_one, place) => {
    for (let buyer = 0; buyer < 5; buyer++) {
      const bookingId = randomUUID()
      const on = rides[(place + buyer) % 3]
      const held = await hold(id, { bookingId, on, as: { state: 'paying' } })
      if (!held.ok) continue
      await inTransaction((tx) => sellSeats(tx, [bookingId]))
      bought.push(bookingId)
    }
  })
  const giving = sold.slice(0, 5).map(giveUp)
  const watching = Array.from({ length: 20 }, () => expectEveryoneFits(id))
  const outcome = await want(id, 30)
  await Promise.all([...buying, ...giving, ...watching])
  await expectEveryoneFits(id)

  expect(outcome.ok).toBe(true)
  const tickets = [...sold.slice(5), ...bought]
  const kept = db.selectFrom('seatHolds').select('bookingId').where('departureId', '=', id)
  expect((await kept.execute()).map(({ bookingId }) => bookingId).toSorted()).toEqual(
    tickets.toSorted(),
  )
  await fitCapacities(NOON)
  const fullest = Math.max(
    ...((await listLegLoads([id], NOON)).get(id) ?? []).map((leg) => leg.seatsSold),
  )
  expect(await read(id)).toMatchObject({
    seats: Math.max(30, fullest),
    closedBecause: fullest > 30 ? 'over-full' : null,
  })
})

/** I1, in one snapshot. */
async function expectEveryoneFits(departureId: string): Promise<void> {
  for (const leg of (await listLegLoads([departureId], NOON)).get(departureId) ?? []) {
    expect(leg.seatsSold + leg.seatsHeld).toBeLessThanOrEqual(leg.seats)
  }
}
