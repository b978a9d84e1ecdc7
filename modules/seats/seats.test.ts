import { expect, test } from 'vitest'

import { holdUntil } from '#modules/rules/deadlines.ts'

import { isSellingOut, maxUnpaidOf, placesLeft } from './seats.ts'

const noon = Temporal.Instant.from('2026-12-24T10:00:00Z')
const later = (minutes: number) => noon.add({ minutes })

test('a hold lasts 15 minutes from now, and at most 60 from the first', () => {
  const held = { firstHeldAt: noon, unpaidBesides: 29 }
  expect(holdUntil(noon, held)).toEqual(later(15))
  expect(holdUntil(later(45), held)).toEqual(later(60))
  expect(holdUntil(later(46), held)).toEqual(later(60))
})

test('in a network that holds many unpaid seats a hold lasts 5 minutes, and 15 in all', () => {
  const held = { firstHeldAt: noon, unpaidBesides: 30 }
  expect(holdUntil(noon, held)).toEqual(later(5))
  expect(holdUntil(later(11), held)).toEqual(later(15))
})

test('a network may hold a fifth of a bus unpaid, and always enough for the largest party', () => {
  expect(maxUnpaidOf({ seats: 19, wheelchairPlaces: 0 })).toBe(15)
  expect(maxUnpaidOf({ seats: 78, wheelchairPlaces: 1 })).toBe(15)
  expect(maxUnpaidOf({ seats: 98, wheelchairPlaces: 2 })).toBe(20)
})

test('an empty bus has all its places left, and so has one that is empty on the legs asked for', () => {
  const bus = { seats: 50, wheelchairPlaces: 2 }
  const legs = { fromPosition: 1, toPosition: 3 }
  expect(placesLeft(bus, legs, [])).toEqual(bus)
  const aside = [
    { fromPosition: 0, toPosition: 1, seats: 50, wheelchairPlaces: 2 },
    { fromPosition: 3, toPosition: 4, seats: 50, wheelchairPlaces: 2 },
  ]
  expect(placesLeft(bus, legs, aside)).toEqual(bus)
})

test('a bus is selling out while its last seats are held and not paid for', () => {
  const bus = { seats: 2, wheelchairPlaces: 0 }
  const legs = { fromPosition: 0, toPosition: 2 }
  const seat = { ...legs, seats: 1, wheelchairPlaces: 0 }
  const sold = { ...seat, state: 'sold' } as const
  expect(isSellingOut(bus, legs, [sold, { ...seat, state: 'cart' }])).toBe(true)
  expect(isSellingOut(bus, legs, [sold, { ...seat, state: 'paying' }])).toBe(true)
  expect(isSellingOut(bus, legs, [sold, sold])).toBe(false)
  expect(isSellingOut(bus, legs, [{ ...seat, state: 'cart' }])).toBe(false)
})
