import { expect, test } from 'vitest'

import { callsFrom, nearestTrip } from './extra-trip.ts'

const trip = (tripId: string, hours: number, isInSeason = true) => {
  return { tripId, departsSeconds: hours * 3600, isInSeason }
}
const at = (time: string) => Temporal.PlainTime.from(time)

test('the trip that starts nearest is taken, also across midnight', () => {
  const trips = [trip('early', 5), trip('noon', 12), trip('late', 24.5)]
  expect(nearestTrip(trips, at('04:00'))?.tripId).toBe('early')
  expect(nearestTrip(trips, at('23:50'))?.tripId).toBe('late')
  expect(nearestTrip(trips, at('00:10'))?.tripId).toBe('late')
  expect(nearestTrip([trip('b', 13), trip('a', 11)], at('12:00'))?.tripId).toBe('a')
  expect(nearestTrip([], at('12:00'))).toBeUndefined()
})

test('a trip of the season comes before a nearer one of another, if there is any', () => {
  const summer = trip('summer', 3, false)
  expect(nearestTrip([summer, trip('winter', 9)], at('03:00'))?.tripId).toBe('winter')
  expect(nearestTrip([summer], at('03:00'))?.tripId).toBe('summer')
})

test('the bus keeps the running times of the trip, whenever it leaves', () => {
  const departsAt = Temporal.Instant.from('2027-05-02T00:00:00Z')
  const call = { pickup: true, dropoff: true }
  const calls = callsFrom(
    [
      { ...call, position: 0, stopId: 'A', arrivesSeconds: 29_400, departsSeconds: 30_000 },
      { ...call, position: 1, stopId: 'B', arrivesSeconds: 31_500, departsSeconds: 31_800 },
    ],
    departsAt,
  )
  expect(calls).toEqual([
    { ...call, position: 0, stopId: 'A', arrivesAt: departsAt, departsAt },
    {
      ...call,
      position: 1,
      stopId: 'B',
      arrivesAt: departsAt.add({ minutes: 25 }),
      departsAt: departsAt.add({ minutes: 30 }),
    },
  ])
})
