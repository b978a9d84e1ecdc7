import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { changeFare, changeFareFrom } from '#test/simulation/for-one-test.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import { addToCart } from './add-ride.server.ts'
import { extendHold, removeRide, setWheelchairUsers, takeAgain } from './change-cart.server.ts'
import { findCart } from './find-cart.server.ts'

let visitor: string
let bus: string
beforeAll(() => addTimetable())
beforeEach(async () => {
  visitor = addTraveller()
  bus = await newBus()
})

describe('choosing', () => {
  test('holds the seats for fifteen minutes, at the price of the day', async () => {
    const at = now()
    const wish = ride(bus, 'A', 'C', { adult: 2, child: 1, infant: 1 })
    const chosen = await addToCart({ visitor, locale: 'en', rides: [wish], now: at })
    expect(chosen).toEqual({ ok: true, heldUntil: at.add({ minutes: 15 }) })
    expect(await cart()).toMatchObject({ isHeld: true, totalCents: 4500 })
    expect(await seatsTaken(bus)).toBe(3)
  })

  test('both directions are held, or neither', async () => {
    const full = await newBus({ departsAt: hence(60), calls: ['C', 'B', 'A'], seats: 1 })
    const both = [ride(bus, 'A', 'C', { adult: 2 }), ride(full, 'C', 'A', { adult: 2 })]
    expect(await choose(visitor, ...both)).toMatchObject({
      reason: 'not-enough-seats',
      seatsLeft: 1,
    })
    expect(await cart()).toBeUndefined()
    expect(await seatsTaken(bus)).toBe(0)
  })

  test('a return trip never leaves before the outward arrival; it may leave at that moment', async () => {
    const arrives = hence(48).add({ minutes: 55 })
    const early = await newBus({ departsAt: arrives.subtract({ seconds: 1 }), calls: ['C', 'A'] })
    const onTime = await newBus({ departsAt: arrives, calls: ['C', 'A'] })
    const there = ride(bus, 'A', 'C')
    const tooSoon = await choose(visitor, there, ride(early, 'C', 'A'))
    expect(tooSoon).toMatchObject({ reason: 'return-before-arrival' })
    expect(await choose(visitor, there, ride(onTime, 'C', 'A'))).toMatchObject({ ok: true })
  })

  test('the same ride again replaces the first, so a double click adds one ride', async () => {
    await choose(visitor, ride(bus, 'A', 'C', { adult: 2 }))
    await choose(visitor, ride(bus, 'A', 'C', { adult: 3 }))
    expect((await cart())?.rides).toMatchObject([{ passengers: { adult: 3 } }])
    expect(await seatsTaken(bus)).toBe(3)
  })

  test('four rides fit into a cart, and a fifth does not', async () => {
    for (const stop of ['B', 'C', 'D'] as const) await choose(visitor, ride(bus, 'A', stop))
    expect(await choose(visitor, ride(bus, 'B', 'C'))).toMatchObject({ ok: true })
    expect(await choose(visitor, ride(bus, 'B', 'D'))).toEqual({
      ok: false,
      reason: 'cart-full',
      most: 4,
    })
    expect(await choose(visitor, ride(bus, 'A', 'B', { adult: 2 }))).toMatchObject({ ok: true })
  })

  test('a party that breaks the rules holds no seats', async () => {
    const alone = await choose(visitor, ride(bus, 'A', 'C', { child: 1 }))
    expect(alone).toMatchObject({ reason: 'children-need-company' })
    const crowd = await choose(visitor, ride(bus, 'A', 'C', { adult: 16 }))
    expect(crowd).toMatchObject({ reason: 'party-too-large', most: 15 })
    expect(await cart()).toBeUndefined()
  })

  test('a ride that the bus does not make, or that has no fare, is not sold', async () => {
    expect(await choose(visitor, ride(bus, 'C', 'A'))).toMatchObject({ reason: 'no-such-ride' })
    await db.deleteFrom('fares').where('fromStopId', '=', 'D').where('toStopId', '=', 'C').execute()
    const back = await newBus({ calls: ['D', 'C'] })
    expect(await choose(visitor, ride(back, 'D', 'C'))).toMatchObject({ reason: 'no-fare' })
  })

  test('the deadline is that of the boarding stop, not of the first one', async () => {
    const leaving = await newBus({ departsAt: now().add({ minutes: 10 }) })
    expect(await choose(visitor, ride(leaving, 'A', 'C'))).toMatchObject({ reason: 'sale-closed' })
    expect(await choose(visitor, ride(leaving, 'B', 'C'))).toMatchObject({ ok: true })
  })

  test('ten simultaneous first clicks make one cart', async () => {
    const clicks = Array.from({ length: 10 }, () => choose(visitor, ride(bus, 'A', 'C')))
    expect((await Promise.all(clicks)).every(({ ok }) => ok)).toBe(true)
    expect((await cart())?.rides).toHaveLength(1)
    expect(await seatsTaken(bus)).toBe(1)
  })
})

describe('the hold', () => {
  test('is extended once, by fifteen minutes', async () => {
    const chosen = await choose(visitor, ride(bus, 'A', 'C'))
    const before = chosen.ok ? chosen.heldUntil : now()
    const extended = await extendHold(visitor, now())
    const after = extended.ok ? extended.heldUntil : now()
    expect(before.until(after).total('minutes')).toBe(15)
    expect(await extendHold(visitor, now())).toMatchObject({ reason: 'extended-already' })
  })

  test('is extended before it has expired, not after', async () => {
    const chosen = await choose(visitor, ride(bus, 'A', 'C'))
    const end = chosen.ok ? chosen.heldUntil : now()
    expect(await extendHold(visitor, end)).toMatchObject({ reason: 'hold-expired' })
    const justInTime = await extendHold(visitor, end.subtract({ milliseconds: 1 }))
    expect(justInTime).toMatchObject({ ok: true })
  })

  test('is not extended when another tab has emptied the cart', async () => {
    await choose(visitor, ride(bus, 'A', 'C'))
    await removeRide(visitor, (await cart())?.rides[0]?.bookingId ?? '', now())
    expect(await extendHold(visitor, now())).toMatchObject({ reason: 'cart-empty' })
  })

  test('is the same for all rides, and with new ones never more than an hour', async () => {
    const first = now()
    const add = async (minutes: number, to: 'B' | 'C' | 'D') => {
      const wish = { visitor, locale: 'en' as const, rides: [ride(bus, 'A', to)] }
      const added = await addToCart({ ...wish, now: first.add({ minutes }) })
      return added.ok && first.until(added.heldUntil).total('minutes')
    }
    expect([await add(0, 'B'), await add(14, 'C'), await add(28, 'D')]).toEqual([15, 29, 43])
    expect([await add(42, 'B'), await add(56, 'C')]).toEqual([57, 60])
    expect((await findCart(visitor, 'en', first.add({ minutes: 59 })))?.isHeld).toBe(true)
    expect((await findCart(visitor, 'en', first.add({ minutes: 60 })))?.isHeld).toBe(false)
  })

  test('is longer for a kept ride although another one’s bus is cancelled meanwhile', async () => {
    const cancelled = await newBus()
    await choose(visitor, ride(bus, 'A', 'B'))
    await choose(visitor, ride(cancelled, 'A', 'B'))
    const status = 'cancelled'
    await db
      .updateTable('departures')
      .set({ status })
      .where('departureId', '=', cancelled)
      .execute()
    const later = now().add({ minutes: 10 })
    const rides = [ride(bus, 'A', 'C')]
    const added = await addToCart({ visitor, locale: 'en', rides, now: later })
    const { expiresAt } = await db
      .selectFrom('seatHolds')
      .select((hold) => hold.fn.min('expiresAt').as('expiresAt'))
      .where('departureId', '=', bus)
      .executeTakeFirstOrThrow()
    expect(added).toEqual({ ok: true, heldUntil: expiresAt })
  })
})

describe('when the hold has expired', () => {
  test('the cart keeps its rides, and holds the same seats again', async () => {
    await choose(visitor, ride(bus, 'A', 'C', { adult: 2 }))
    shiftClock({ minutes: 15 })
    expect(await cart()).toMatchObject({ isHeld: false, rides: [{ passengers: { adult: 2 } }] })
    expect(await takeAgain(visitor, now())).toMatchObject({ ok: true, fareChanges: [] })
    expect(await cart()).toMatchObject({ isHeld: true })
  })

  test('a ride that became dearer is shown with both prices, and then costs the new one', async () => {
    await choose(visitor, ride(bus, 'A', 'B', { adult: 2 }))
    await changeFare('A', 'B', 'adult', 1000)
    expect(await cart()).toMatchObject({ totalCents: 1800 })
    shiftClock({ minutes: 15 })
    const again = await takeAgain(visitor, now())
    expect(again).toMatchObject({ ok: true, fareChanges: [{ before: 1800, after: 2000 }] })
    expect(await cart()).toMatchObject({ totalCents: 2000 })
  })

  test('it costs what holds then for the day of the bus, and not what holds that day', async () => {
    const departsAt = hence(72)
    const dear = await newBus({ departsAt })
    await choose(visitor, ride(bus, 'A', 'B'), ride(dear, 'A', 'B'))
    await changeFareFrom(departsAt, { fromStopId: 'A', toStopId: 'B', fareCents: 1000 })
    expect(await cart()).toMatchObject({ totalCents: 1800 })
    expect(await extendHold(visitor, now())).toMatchObject({ ok: true })
    expect(await cart()).toMatchObject({ totalCents: 1800 })
    shiftClock({ minutes: 30 })
    expect(await takeAgain(visitor, now())).toMatchObject({
      fareChanges: [{ before: 900, after: 1000 }],
    })
    expect(await cart()).toMatchObject({ totalCents: 1900 })
  })

  test('the seats may be sold, and then none is held', async () => {
    const small = await newBus({ seats: 2 })
    await choose(visitor, ride(small, 'A', 'C', { adult: 2 }))
    await choose(visitor, ride(bus, 'B', 'D'))
    shiftClock({ minutes: 15 })
    await choose(addTraveller(), ride(small, 'B', 'C'))
    expect(await takeAgain(visitor, now())).toMatchObject({
      reason: 'not-enough-seats',
      seatsLeft: 1,
    })
    expect(await seatsTaken(bus)).toBe(0)
  })
})

describe('changing the cart', () => {
  test('a removed ride releases its seats at once', async () => {
    await choose(visitor, ride(bus, 'A', 'C', { adult: 2 }))
    await removeRide(visitor, (await cart())?.rides[0]?.bookingId ?? '', now())
    expect(await seatsTaken(bus)).toBe(0)
    expect(await cart()).toBeUndefined()
  })

  test('a ride in another visitor’s cart is not removed', async () => {
    await choose(visitor, ride(bus, 'A', 'C'))
    const bookingId = (await cart())?.rides[0]?.bookingId ?? ''
    await choose(addTraveller(), ride(bus, 'A', 'C'))
    await removeRide(addTraveller(), bookingId, now())
    expect((await cart())?.rides).toHaveLength(1)
  })

  test('a wheelchair space is requested in the cart, if both stops have a ramp', async () => {
    await choose(visitor, ride(bus, 'A', 'C', { adult: 2 }), ride(bus, 'C', 'D'))
    const [first, second] = (await cart())?.rides ?? []
    const ask = (bookingId = '', wheelchairUsers = 1) =>
      setWheelchairUsers({ visitor, bookingId, wheelchairUsers, now: now() })
    expect(await ask(first?.bookingId)).toEqual({ ok: true })
    expect(await ask(second?.bookingId)).toMatchObject({ reason: 'stop-not-accessible' })
    expect(await ask(first?.bookingId, 2)).toMatchObject({ reason: 'no-wheelchair-place' })
    expect(await ask(first?.bookingId, 3)).toMatchObject({ reason: 'too-many-wheelchairs' })
    expect(await cart()).toMatchObject({ rides: [{ wheelchairUsers: 1 }, { wheelchairUsers: 0 }] })
  })
})

function cart() {
  return findCart(visitor, 'en', now())
}

async function seatsTaken(departureId: string): Promise<number> {
  const rows = await db
    .selectFrom('seatHolds')
    .select('seats')
    .where('departureId', '=', departureId)
    .where('expiresAt', '>', now())
    .execute()
  return rows.reduce((total, { seats }) => total + seats, 0)
}

function newBus(wish: Partial<Parameters<typeof addDeparture>[0]> = {}) {
  return addDeparture({ departsAt: hence(48), ...wish })
}

function hence(hours: number): Temporal.Instant {
  return now().add({ hours })
}
