import { expect, test } from 'vitest'

import { holdUntil, placesLeft } from './seats.ts'

const noon = Temporal.Instant.from('2026-12-24T10:00:00Z')
const later = (minutes: number) => noon.add({ minutes })

test('a hold lasts 15 minutes from now, and 60 in all from the first', () => {
  expect(holdUntil(noon, noon)).toEqual(later(15))
  expect(holdUntil(later(45), noon)).toEqual(later(60))
  expect(holdUntil(later(46), noon)).toEqual(later(60))
})

test('an empty bus has all its places left, and one without anybody aboard on a leg as well', () => {
  const bus = { seats: 50, wheelchairPlaces: 2 }
  const legs = { fromPosition: 1, toPosition: 3 }
  expect(placesLeft(bus, legs, [])).toEqual(bus)
  const aside = [
    { fromPosition: 0, toPosition: 1, seats: 50, wheelchairPlaces: 2 },
    { fromPosition: 3, toPosition: 4, seats: 50, wheelchairPlaces: 2 },
  ]
  expect(placesLeft(bus, legs, aside)).toEqual(bus)
})
