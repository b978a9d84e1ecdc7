import { beforeAll, expect, test } from 'vitest'

import {
  addDeparture,
  addStopsAndFares,
  FAMAGUSTA,
} from '#test/fixtures/sample-timetable.server.ts'

import { countDays } from './count-days.server.ts'

const now = Temporal.Instant.from('2027-02-01T08:00:00Z') // ten in the morning in Cyprus

beforeAll(async () => {
  await addStopsAndFares()
  await fromNicosia('2027-02-01', '08:00')
  await fromNicosia('2027-02-01', '10:30')
  await fromNicosia('2027-02-01', '12:00')
  await fromNicosia('2027-02-03', '23:30')
  await addDeparture({ ...nicosia('2027-02-03', '09:00'), status: 'cancelled' })
  await addDeparture({
    date: '2027-02-02',
    calls: [
      ['DER', '07:00'],
      ['PAR', '07:15'],
      ['LCA', '08:00'],
    ],
  })
})

test('the days begin today, and today counts only departures still on sale', async () => {
  const days = await countDays({ ...nicosiaToAirport, date: day('2027-02-01'), now })
  expect(days.map(({ departures }) => departures)).toEqual([2, 0, 1, 0, 0, 0, 0])
  expect(days[0]?.date.toString()).toBe('2027-02-01')
  const [today] = await countDays({
    ...nicosiaToAirport,
    date: day('2027-02-01'),
    now: now.add({ seconds: 1 }),
  })
  expect(today?.departures).toBe(1)
})

test('a later date is in the middle of its days', async () => {
  const days = await countDays({ ...nicosiaToAirport, date: day('2027-02-06'), now })
  expect(days.map(({ date }) => date.day)).toEqual([3, 4, 5, 6, 7, 8, 9])
})

test('a bus that can be boarded at two stops of an area is one departure', async () => {
  const area = { fromStopIds: FAMAGUSTA, toStopIds: ['LCA'] }
  const days = await countDays({ ...area, date: day('2027-02-02'), now })
  expect(days[1]?.departures).toBe(1)
})

const nicosiaToAirport = { fromStopIds: ['NIC'], toStopIds: ['LCA'] }

function day(date: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(date)
}

function fromNicosia(date: string, departs: string): Promise<string> {
  return addDeparture(nicosia(date, departs))
}

function nicosia(date: string, departs: string) {
  return { date, calls: [['NIC', departs] as const, ['LCA', '23:59'] as const] }
}
