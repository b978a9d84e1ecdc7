import { beforeEach, expect, test } from 'vitest'

import { choose } from '#modules/incidents/choices/choose.server.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { getChoice } from '#test/fixtures/cancelled-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, listMails, ride } from '#test/simulation/travellers.ts'

import { tellHolders } from './cancel-departure.server.ts'
import { cancelDepartures, quoteMany } from './cancel-departures.server.ts'
import { quoteRevival, reviveDepartures } from './revive-departures.server.ts'

const simulation = openSimulation()
let hours = 5
let buses: string[]
let orders: string[]
let incidentId: string

/** An airport is closed: three buses with two people each, who have all been told. */
beforeEach(async () => {
  hours += 60
  const leaves = now().add({ hours })
  buses = []
  orders = []
  for (const hour of [0, 1, 2]) {
    const bus = await addDeparture({ departsAt: leaves.add({ hours: hour }) })
    const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
    buses.push(bus)
    orders.push(orderId)
  }
  const { departures, bookings, paid } = await quoteMany(buses)
  const cancelled = await cancelDepartures({
    selection: { since: leaves, until: leaves.add({ hours: 3 }), routeIds: [] },
    reason: 'airport closed',
    offeredShare: 0.5,
    shown: { departures, bookings, paid },
    by: ADMIN,
    now: now(),
  })
  if (!cancelled.ok) throw new Error(cancelled.reason)
  ;({ incidentId } = cancelled)
  await tellHolders(now())
})

function revive(shown: { departures: number; bookings: number }, fromId?: string) {
  const reason = 'opens at noon'
  return reviveDepartures({ incidentId, fromId, shown, reason, by: ADMIN, now: now() })
}

async function statuses(): Promise<string[]> {
  const rows = await db
    .selectFrom('departures')
    .select(['departureId', 'status'])
    .where('departureId', 'in', buses)
    .execute()
  return buses.map((bus) => rows.find(({ departureId }) => departureId === bus)?.status ?? '')
}

test('the later buses of an incident run, their passengers are told, and the first stays cancelled', async () => {
  const { token } = await getChoice(orders[2] ?? '')
  const refund = { kind: 'refund' } as const
  expect(await choose({ token, choice: refund, by: TRAVELLER, now: now() })).toEqual({ ok: true })
  const [, fromId] = buses
  const quote = await quoteRevival({ incidentId, fromId, now: now() })
  expect(quote).toEqual({
    departureIds: buses.slice(1),
    bookings: 1,
    passengers: 2,
    moved: 1,
    replaced: 0,
  })
  expect(await revive({ departures: 2, bookings: 1 }, fromId)).toEqual({ ok: true, departures: 2 })
  expect(await statuses()).toEqual(['cancelled', 'planned', 'planned'])
  const entries = await listEntries(`departure:${buses[1]}`, 10)
  expect(entries).toMatchObject([{ action: 'revived', reason: 'opens at noon' }])
  await tellHolders(now())
  const told = await Promise.all(
    orders.map(async (one) => (await listMails(one)).map(({ kind }) => kind)),
  )
  expect(told.map((kinds) => kinds.includes('runs-after-all'))).toEqual([false, true, false])
  expect((await findIncident(incidentId))?.closedAt).toBeNull()
  expect(await revive({ departures: 2, bookings: 1 }, fromId)).toEqual({
    ok: false,
    reason: 'nothing-to-revive',
  })
})

test('the incident ends with its last bus, and two who press at once revive it once', async () => {
  const all = { departures: 3, bookings: 3 }
  const outcomes = await Promise.all([revive(all), revive(all)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await statuses()).toEqual(['planned', 'planned', 'planned'])
  expect((await findIncident(incidentId))?.closedAt).not.toBeNull()
})

test('nothing runs if the figures are not those that were shown', async () => {
  expect(await revive({ departures: 3, bookings: 2 })).toEqual({
    ok: false,
    reason: 'revival-changed',
  })
  expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
})
