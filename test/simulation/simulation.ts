import { afterAll, afterEach, beforeAll } from 'vitest'

import type { FullProtocol } from '#bank/full-protocol.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { alertsRaised } from '#platform/metrics/metrics.server.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'

import { openBank, type SimulatedBank } from './bank.ts'
import { doJobs } from './jobs.ts'
import { addDeparture, addTimetable } from './timetable.ts'

export type Simulation = { bank: SimulatedBank }

/**
 * The simulation for all tests of a file. After each test the waiting jobs run, and every invariant
 * of the database and of the bank's books must hold.
 */
export function openSimulation({ protocol }: { protocol?: () => FullProtocol } = {}): Simulation {
  const simulation = {} as Simulation
  beforeAll(async () => {
    await addTimetable()
    simulation.bank = await openBank(undefined, protocol?.())
  })
  afterEach(async () => {
    await simulation.bank.endFaults()
    await doJobs()
    // Other tests check mail; here it counts as sent.
    await db.updateTable('mails').set({ state: 'sent', sentAt: now() }).execute()
    const breaches = await checkInvariants(db, { now: now(), bank: simulation.bank.provider })
    if (breaches.length > 0) throw new Error(`These invariants are broken:\n${breaches.join('\n')}`)
  })
  afterAll(() => simulation.bank.stop())
  return simulation
}

/** A bus in two days, for tests that work with any bus. */
export function anyBus(bus: Partial<Parameters<typeof addDeparture>[0]> = {}): Promise<string> {
  return addDeparture({ departsAt: now().add({ hours: 48 }), ...bus })
}

/** Two buses of one day, an hour apart; the second has room for many. */
export function inTheMorning({ days = 2, seats = 10 } = {}): Promise<[string, string]> {
  const departsAt = dateInCyprus(now())
    .add({ days })
    .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '10:00' })
    .toInstant()
  return Promise.all([
    addDeparture({ departsAt, seats }),
    addDeparture({ departsAt: departsAt.add({ hours: 1 }), seats: 30 }),
  ])
}

/** The number of alerts of this kind so far. */
export async function countAlerts(alert: string): Promise<number> {
  const { values } = await alertsRaised.get()
  return values.find(({ labels }) => labels.alert === alert)?.value ?? 0
}
