import { beforeAll, expect, test } from 'vitest'

import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { changeDeparture } from '#test/simulation/sales.ts'

import { loader } from './page.tsx'
import type { DepartureRow, SellView } from './view.ts'

/* The departures on the demonstration timetable, on Friday 20 November 2026 at ten in the morning. */

let seller: Colleague
beforeAll(async () => {
  shiftClock(now().until(Temporal.Instant.from('2026-11-20T08:00:00Z')))
  await loadSeed(now())
  seller = await addStaff('seller')
})

const TODAY = 'from=NIC&to=LCA&date=2026-11-20'

async function open(query: string) {
  return (await openOffice<SellView>(loader, { as: seller, pattern: '/office/sell', query })).shown
}

function idOf(row?: DepartureRow): string {
  return row?.key.split(' ')[0] ?? ''
}

test('are sold until they leave, and lead to the form with the price of the server', async () => {
  const { departures } = await open(`${TODAY}&adults=2`)
  const [first] = departures ?? []
  expect(first).toMatchObject({ departs: '10:30', why: null })
  const query = new URL(first?.href ?? '', 'http://localhost').search.slice(1)
  const { chosen, isTillOpen } = await open(query)
  expect(chosen?.when).toContain('10:30')
  expect(chosen?.total).toBeGreaterThan(0)
  expect(isTillOpen).toBe(false)
})

test('say why they cannot be sold, and then have no form', async () => {
  const { departures } = await open(TODAY)
  const [, second, third] = departures ?? []
  await changeDeparture(idOf(second), { seats: 1 })
  await changeDeparture(idOf(third), { status: 'cancelled' })
  const after = await open(`${TODAY}&adults=2`)
  expect(after.departures?.slice(0, 3).map(({ why }) => why)).toEqual([
    null,
    'Only 1 seat',
    'Cancelled',
  ])
  const query = new URL(after.departures?.[1]?.href ?? '', 'http://localhost').search.slice(1)
  expect((await open(query)).chosen).toBeNull()
})

test('are asked for with a place that can be read', async () => {
  const { search, departures } = await open('from=Atlantis&to=LCA')
  expect(search.remarks).toHaveLength(1)
  expect(departures).toBeNull()
})
