import { expect, test } from 'vitest'

import { listOnNoDuty } from '#modules/fleet/duties.server.ts'
import { checkDuty, type DutyRun } from '#modules/fleet/duty.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { planDuties } from './plan-duties.ts'
import { DAYS } from './plan.ts'

const MIDNIGHT = Temporal.Instant.from('2026-11-30T22:00:00Z')

const run = (hour: number, [firstStopId, lastStopId]: [string, string]): DutyRun => ({
  departureId: `${hour} ${firstStopId}`,
  serviceDate: Temporal.PlainDate.from('2026-12-01'),
  routeId: '1',
  status: 'planned',
  from: MIDNIGHT.add({ minutes: hour * 60 }),
  until: MIDNIGHT.add({ minutes: hour * 60 + 45 }),
  firstStopId,
  lastStopId,
  vehicleId: null,
})

test('the duties of a demonstration have every departure once, and none of them a finding', () => {
  const hours = Array.from({ length: 20 }, (_none, hour) => hour + 2)
  const runs = hours.flatMap((hour) => [run(hour, ['NIC', 'LCA']), run(hour, ['LCA', 'NIC'])])
  const duties = planDuties(runs)
  expect(duties.flat().toSorted(byId)).toEqual(runs.toSorted(byId))
  expect(duties.length).toBeLessThan(10)
  for (const [place, planned] of duties.entries()) {
    const [first, last] = [planned[0] as DutyRun, planned.at(-1) as DutyRun]
    const times = { startsAt: first.from, endsAt: last.until, serviceDate: first.serviceDate }
    const duty = { dutyId: String(place), driverId: null, ...times, runs: planned }
    const known = { driver: null, others: [], vehicles: new Map(), exempt: new Set<string>() }
    expect(checkDuty(duty, known)).toEqual([])
  }
})

test('on no day of the demonstration does a duty end where its bus does not come home', async () => {
  await loadSeed(now())
  for (let day = 0; day <= DAYS; day++) {
    const departures = await listOnNoDuty(dateInCyprus(now()).add({ days: day }))
    const duties = planDuties(departures)
    expect(duties.flat().toSorted(byId)).toEqual(departures.toSorted(byId))
    expect(duties.length).toBeLessThan(15)
    expect(duties.filter((runs) => runs[0]?.firstStopId !== runs.at(-1)?.lastStopId)).toEqual([])
  }
})

function byId(one: DutyRun, other: DutyRun): number {
  return one.departureId.localeCompare(other.departureId)
}
