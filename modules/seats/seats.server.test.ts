import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Closing } from '#modules/rules/deadlines.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { hold as holdRows, untilWaiting } from '#test/simulation/waiting.ts'

import {
  areBeingPaid,
  hasSeats,
  holdSeats,
  lockDepartures,
  releaseSeats,
  returnSeatsToCart,
  sellSeats,
  type HeldRide,
} from './seats.server.ts'
import type { Places, Ride } from './seats.ts'

const noon = Temporal.Instant.from('2026-12-24T10:00:00Z')
const later = (minutes: number) => noon.add({ minutes })
const [ab, bc, ac] = [ride(0, 1), ride(1, 2), ride(0, 2)]
const leaves = noon.add({ hours: 48 })

beforeAll(() => addTimetable())

describe('on one bus', () => {
  test('a hold that is too large is refused, and the refusal says how many seats are left', async () => {
    const bus = await newBus({ seats: 4 })
    expect(await hold(bus, { seats: 3 })).toEqual({ ok: true })
    expect(await hold(bus, { seats: 2 })).toMatchObject({
      reason: 'not-enough-seats',
      seatsLeft: 1,
    })
    expect(await hold(bus, { seats: 1 })).toEqual({ ok: true })
  })

  test('the last seat is sold twice if one passenger leaves the bus where the other boards', async () => {
    const bus = await newBus({ seats: 1 })
    expect(await hold(bus, { on: ab })).toEqual({ ok: true })
    expect(await hold(bus, { on: ac })).toMatchObject({ seatsLeft: 0 })
    expect(await hold(bus, { on: bc })).toEqual({ ok: true })
    expect(await hold(bus, { on: bc })).toMatchObject({ seatsLeft: 0 })
  })

  test('a long journey is refused only because of its fullest leg', async () => {
    const bus = await newBus({ seats: 5 })
    await hold(bus, { on: bc, seats: 4 })
    expect(await hold(bus, { on: ac, seats: 2 })).toMatchObject({ seatsLeft: 1 })
    expect(await hold(bus, { on: ab, seats: 5 })).toEqual({ ok: true })
  })

  test('the wheelchair space is taken once, and leaves the seats to others', async () => {
    const bus = await newBus({ seats: 4, wheelchairPlaces: 1 })
    const wheelchair = { seats: 0, wheelchairPlaces: 1 }
    expect(await hold(bus, wheelchair)).toEqual({ ok: true })
    expect(await hold(bus, wheelchair)).toMatchObject({ reason: 'no-wheelchair-place' })
    expect(await hold(bus, { seats: 4 })).toEqual({ ok: true })
  })

  test('no wheelchair is taken to a stop where it cannot leave the bus', async () => {
    const bus = await newBus({ seats: 4 })
    const wish = { wheelchairPlaces: 1, accessible: false }
    expect(await hold(bus, wish)).toMatchObject({ reason: 'stop-not-accessible' })
  })

  test('unknown access to a stop or bus is reported as unknown, and no space is sold', async () => {
    const bus = await newBus({ seats: 4 })
    const unknown = { wheelchairPlaces: 1, accessible: null }
    expect(await hold(bus, unknown)).toMatchObject({ reason: 'wheelchair-access-unknown' })
    await db.updateTable('departures').set({ wheelchairPlaces: null }).execute()
    expect(await hold(bus, { wheelchairPlaces: 1 })).toMatchObject({
      reason: 'no-wheelchair-place',
    })
    expect(await hold(bus, { seats: 4 })).toEqual({ ok: true })
  })

  test.each(['cancelled', 'withdrawn'] as const)('a %s bus sells nothing', async (status) => {
    const bus = await addDeparture({ departsAt: leaves, status })
    expect(await hold(bus, {})).toMatchObject({ reason: 'not-running' })
  })

  test('an unknown bus is refused, and is no fault', async () => {
    expect(await hold(randomUUID(), {})).toMatchObject({ reason: 'no-such-ride' })
  })
})

describe('both sides of each limit', () => {
  const boardsAt = later(300)

  test('new buyers get seats until 30 minutes before boarding', async () => {
    const bus = await newBus({ seats: 9 })
    const closes = boardsAt.subtract({ minutes: 30 })
    expect(await hold(bus, { boardsAt, now: closes })).toEqual({ ok: true })
    const tooLate = await hold(bus, { boardsAt, now: closes.add({ milliseconds: 1 }) })
    expect(tooLate).toMatchObject({ reason: 'sale-closed', closedAt: closes })
  })

  test('a hold may be paid until 10 minutes before boarding', async () => {
    const bus = await newBus({ seats: 9 })
    const closing = 'for-holders'
    const closes = boardsAt.subtract({ minutes: 10 })
    expect(await hold(bus, { boardsAt, closing, now: closes })).toEqual({ ok: true })
    const tooLate = await hold(bus, { boardsAt, closing, now: closes.add({ milliseconds: 1 }) })
    expect(tooLate).toMatchObject({ reason: 'sale-closed', closedAt: closes })
  })

  test('a wheelchair space needs 24 hours of notice, and is kept without asking again', async () => {
    const bus = await newBus({ seats: 9, wheelchairPlaces: 2 })
    const lastMoment = leaves.subtract({ hours: 24 })
    const wish = { boardsAt: leaves, seats: 0, wheelchairPlaces: 1 }
    expect(await hold(bus, { ...wish, now: lastMoment })).toEqual({ ok: true })
    const now = lastMoment.add({ milliseconds: 1 })
    const tooLate = { reason: 'wheelchair-notice-too-short', lastMoment }
    expect(await hold(bus, { ...wish, now })).toMatchObject(tooLate)
    expect(await hold(bus, { ...wish, now, wheelchairGranted: true })).toEqual({ ok: true })
  })

  test('a hold counts until it expires, and not a moment longer', async () => {
    const bus = await newBus({ seats: 4 })
    const bookingId = randomUUID()
    await hold(bus, { seats: 4, bookingId })
    expect(await hold(bus, { now: later(15).subtract({ milliseconds: 1 }) })).toMatchObject({
      reason: 'not-enough-seats',
    })
    expect(await hold(bus, { seats: 4, now: later(15) })).toEqual({ ok: true })
    expect(await hasSeats(db, [bookingId], later(15))).toBe(false)
  })
})

describe('a hold that is replaced', () => {
  test('does not count meanwhile', async () => {
    const bus = await newBus({ seats: 4 })
    const bookingId = randomUUID()
    await hold(bus, { seats: 3, bookingId })
    expect(await hold(bus, { seats: 4, bookingId })).toEqual({ ok: true })
    expect(await hold(bus, {})).toMatchObject({ seatsLeft: 0 })
    expect(await hold(bus, { seats: 1, bookingId })).toEqual({ ok: true })
    expect(await hold(bus, { seats: 4 })).toMatchObject({ seatsLeft: 3 })
  })

  test('does not return beside a new one after it has expired', async () => {
    const bus = await newBus({ seats: 4 })
    const bookingId = randomUUID()
    await hold(bus, { seats: 4, bookingId })
    expect(await hold(bus, { seats: 1, now: later(16) })).toEqual({ ok: true })
    const again = await hold(bus, { seats: 4, bookingId, closing: 'for-holders', now: later(17) })
    expect(again).toMatchObject({ reason: 'not-enough-seats', seatsLeft: 3, bookingId })
  })

  test('is still there when its replacement is refused', async () => {
    const bus = await newBus({ seats: 4 })
    const bookingId = randomUUID()
    await hold(bus, { seats: 2, bookingId })
    expect(await hold(bus, { seats: 5, bookingId })).toMatchObject({ seatsLeft: 4 })
    expect(await hold(bus, { seats: 3 })).toMatchObject({ seatsLeft: 2 })
  })
})

test('seats being paid for do not expire, sold seats stay sold, and released seats are free again', async () => {
  const bus = await newBus({ seats: 2 })
  const bookingId = randomUUID()
  await hold(bus, { seats: 2, bookingId, as: { state: 'paying' } })
  expect(await hold(bus, { now: later(60) })).toMatchObject({ seatsLeft: 0 })
  expect(await inTransaction((tx) => areBeingPaid(tx, [bookingId]))).toBe(true)

  await inTransaction((tx) => returnSeatsToCart(tx, [bookingId], later(70)))
  expect(await hasSeats(db, [bookingId], later(69))).toBe(true)
  expect(await hold(bus, { now: later(70) })).toEqual({ ok: true })

  const other = await newBus({ seats: 2 })
  await hold(other, { seats: 2, bookingId, as: { state: 'paying' } })
  await inTransaction((tx) => sellSeats(tx, [bookingId]))
  expect(await hold(other, { now: later(600) })).toMatchObject({ seatsLeft: 0 })
  await inTransaction((tx) => releaseSeats(tx, [bookingId]))
  expect(await hold(other, { seats: 2, now: later(600) })).toEqual({ ok: true })
})

describe('at the same time', () => {
  test('twenty visitors want the last four seats: four get one each', async () => {
    const bus = await newBus({ seats: 4 })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => hold(bus, {})))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4)
  })

  test('an expired hold is extended or its seats are taken by another buyer, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const bus = await newBus({ seats: 2 })
      const bookingId = randomUUID()
      await hold(bus, { seats: 2, bookingId })
      const now = later(15)
      const outcomes = await Promise.all([
        hold(bus, { seats: 2, bookingId, closing: 'for-holders', now }),
        hold(bus, { seats: 2, now }),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    }
  })

  test('two journeys of one cart on one bus do not get the same seat', async () => {
    const bus = await newBus({ seats: 1 })
    expect(await holdAll([bus, bus])).toMatchObject({ reason: 'not-enough-seats', seatsLeft: 0 })
  })

  /** One query plan finds the buses by id, the other in the order of the disk. */
  test.each(['seqscan', 'indexscan'])(
    'two round trips do not deadlock, whichever plan finds the buses: no %s',
    async (plan) => {
      // The bus that is first on the disk has the greater id.
      let [first, second] = [await newBus({ seats: 50 }), await newBus({ seats: 50 })]
      while (second > first) [first, second] = [second, await newBus({ seats: 50 })]
      const letGo = await holdRows((tx) => lockDepartures(tx, [second]))
      const roundTrip = db.transaction().execute(async (tx) => {
        await sql.raw(`set local enable_${plan} = off`).execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        return holdSeats(tx, inCart([first, second]))
      })
      await Promise.race([untilWaiting(1), roundTrip])
      // A transaction that waits for the first bus must not have locked the other one yet.
      await inTransaction((tx) =>
        sql`select from departures where departure_id = ${first} for update nowait`.execute(tx),
      )
      await letGo()
      expect(await roundTrip).toEqual({ ok: true })
    },
  )

  test('both ways or neither: without a way back the seat of the way there is not kept', async () => {
    const [there, back] = [await newBus({ seats: 1 }), await newBus({ seats: 1 })]
    await hold(back, {})
    expect(await holdAll([there, back])).toMatchObject({ reason: 'not-enough-seats' })
    expect(await hold(there, {})).toEqual({ ok: true })
  })
})

type Wish = Partial<Places> & {
  on?: Ride
  now?: Temporal.Instant
  bookingId?: string
  closing?: Closing
  as?: { state: 'paying' }
} & Partial<Pick<HeldRide, 'boardsAt' | 'accessible' | 'wheelchairGranted'>>

/** One seat from A to C for fifteen minutes, unless `wish` says otherwise. */
function hold(departureId: string, wish: Wish) {
  const { now = noon, closing = 'for-buyers', as } = wish
  const cart = { state: 'cart', expiresAt: now.add({ minutes: 15 }) } as const
  const rides = [rideOn(departureId, wish)]
  return inTransaction((tx) => holdSeats(tx, { rides, as: as ?? cart, closing, now }))
}

function holdAll(departureIds: string[]) {
  return inTransaction((tx) => holdSeats(tx, inCart(departureIds)))
}

function inCart(departureIds: string[]) {
  const rides = departureIds.map((departureId) => rideOn(departureId, {}))
  return {
    rides,
    as: { state: 'cart', expiresAt: later(15) },
    closing: 'for-buyers',
    now: noon,
  } as const
}

function rideOn(departureId: string, wish: Wish): HeldRide {
  const { seats = 1, wheelchairPlaces = 0, on = ac, bookingId = randomUUID() } = wish
  const { boardsAt = leaves, accessible = true, wheelchairGranted = false } = wish
  const places = { seats, wheelchairPlaces }
  return { bookingId, departureId, ride: on, boardsAt, accessible, places, wheelchairGranted }
}

function newBus(places: { seats: number; wheelchairPlaces?: number }) {
  return addDeparture({ departsAt: leaves, ...places })
}

function ride(fromPosition: number, toPosition: number): Ride {
  return { fromPosition, toPosition }
}
