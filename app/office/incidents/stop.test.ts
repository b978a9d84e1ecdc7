import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { changeStopAndTell } from '#test/fixtures/closed-stop.ts'
import { act, addStaff, openOffice } from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'

import { action, loader } from './one.tsx'
import type { IncidentView } from './view.ts'

openSimulation()

test('a closed stop is named on the page of its incident, and served again with one press', async () => {
  const maria = await addStaff('dispatcher')
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const incidentId = await changeStopAndTell(bus, { stopId: 'B' })
  const at = { as: maria, pattern: '/office/incidents/:id', params: { id: incidentId } } as const
  const look = async (prefix: string) =>
    (await openOffice<IncidentView>(loader, { ...at, prefix })).shown.stop
  expect(await look('')).toMatchObject({ news: 'Closed: Bay Road', open: [{ departureId: bus }] })
  expect((await look('/el'))?.news).toBe('Κλειστή στάση: Οδός Όρμου')
  const reopen = () =>
    act<{ problems: { sentence: string }[] }>(action, { ...at, intent: 'reopen' })
  expect((await reopen()).status).toBe(303)
  expect((await look(''))?.open).toEqual([])
  expect((await reopen()).shown.problems[0]?.sentence).toContain('served as usual already')
})
