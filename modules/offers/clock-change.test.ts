import { expect, test } from 'vitest'

import { clockLabels, existsInCyprus } from './clock-change.ts'

test('in the spring night the clocks show no time from three until four', () => {
  const times = ['02:59:59', '03:00', '03:30', '03:59:59', '04:00']
  const shown = times.map((time) =>
    existsInCyprus(Temporal.PlainDateTime.from(`2027-03-28T${time}`)),
  )
  expect(shown).toEqual([true, false, false, false, true])
})

test('half past three exists on every other night, and twice in autumn', () => {
  const nights = ['2027-03-27', '2027-03-29', '2027-10-31']
  const shown = nights.map((night) => existsInCyprus(Temporal.PlainDateTime.from(`${night}T03:30`)))
  expect(shown).toEqual([true, true, true])
})

test('a journey during the clock change names the time zone of its departure and arrival', () => {
  expect(labels('2027-03-28T00:30:00Z')).toEqual({ departs: 'EET', arrives: 'EEST' })
  expect(labels('2027-10-31T00:30:00Z')).toEqual({ departs: 'EEST', arrives: 'EET' })
  expect(labels('2027-10-31T01:10:00Z')).toEqual({ departs: 'EET', arrives: 'EET' })
})

test('on all other days summer time is not mentioned', () => {
  const noon = Temporal.Instant.from('2027-03-28T09:00:00Z')
  expect(clockLabels(noon, noon.add({ minutes: 40 }))).toBeUndefined()
  const nightBefore = Temporal.Instant.from('2027-10-30T00:30:00Z')
  expect(clockLabels(nightBefore, nightBefore.add({ minutes: 40 }))).toBeUndefined()
})

test('a journey across a clock change names both zones, however far away its ends are', () => {
  const departs = Temporal.Instant.from('2027-03-27T21:00:00Z')
  const arrives = Temporal.Instant.from('2027-03-28T04:00:00Z')
  const ends = { departs: 'EET', arrives: 'EEST' }
  expect(clockLabels(departs, arrives)).toEqual(ends)
  expect(clockLabels(arrives, arrives.add({ minutes: 40 }))).toBeUndefined()
  expect(clockLabels(departs, arrives)).toEqual(ends)
})

function labels(departs: string) {
  const departsAt = Temporal.Instant.from(departs)
  return clockLabels(departsAt, departsAt.add({ minutes: 40 }))
}
