import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { act, addStaff, openOffice } from '#test/fixtures/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { action, loader } from './one.tsx'
import type { IncidentView } from './view.ts'

const simulation = openSimulation()

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
  expect((await reopen()).shown.problems[0]?.sentence).toContain('already served as usual')
})

test('for a group that stays in part, the incident counts the people who travel, and the refund of the others', async () => {
  const maria = await addStaff('dispatcher')
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 3 }))
  const incidentId = await changeStopAndTell(bus, { stopId: 'A', place: GATE })
  const { token } = await getChoice(orderId)
  const travelling = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
  await choose({ token, choice: { kind: 'stay', travelling }, by: TRAVELLER, now: now() })
  const at = { as: maria, pattern: '/office/incidents/:id', params: { id: incidentId } } as const
  const { shown } = await openOffice<IncidentView>(loader, at)
  const valueOf = (name: string) => shown.counts.find((one) => one.name === name)?.value
  expect(valueOf('Bookings')).toBe('1 (3 people)')
  expect(valueOf('Travelling as planned')).toBe('1 (1 person)')
  expect(valueOf('Refund for part of a group')).toBe('1 (2 people)')
  expect(valueOf('Chose a refund')).toBe('0')
  expect(valueOf('Refunded')).toBe('€36.00')
  expect(shown.bookings).toMatchObject([
    { people: 3, state: 'Travelling as planned (1\u00A0of\u00A03)', refunded: 3600 },
  ])
  expect(shown.calls).toEqual([])
})
