import { sql } from 'kysely'

import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'

import { fitCapacity, type Places, type Ride } from './seats.ts'

/**
 * Opens the sale of departures on which everybody fits again (change-capacity.server.ts), and
 * leaves the passengers of the others to modules/incidents.
 */
export const FIT_CAPACITY: Job<object> = {
  name: 'fit-capacity',
  tries: 3,
  firstPause: 60,
  longestPause: 300,
}

type AboveWanted = { departureId: string; wantedSeats: number; wantedWheelchairPlaces: number }

/**
 * A departure may have more passengers than the bus that a person wants for it. It then sells no
 * further place, and its capacity sinks with each place that comes free. Holds that expired count
 * here until they are deleted; the job looks at the clock.
 */
export async function sinkCapacity(tx: Tx, departureIds: readonly string[]): Promise<void> {
  const aboveWanted = await lockAboveWanted(tx, departureIds)
  for (const { departureId, wantedSeats, wantedWheelchairPlaces } of aboveWanted) {
    const { rows: taken } = await sql<Ride & Places>`
      select from_position, to_position, seats, wheelchair_places from seat_holds
      where departure_id = ${departureId}`.execute(tx)
    const wanted = { seats: wantedSeats, wheelchairPlaces: wantedWheelchairPlaces }
    await decideDeparture(tx, departureId, fitCapacity(wanted, taken).sold)
  }
  if (aboveWanted.length > 0) await enqueueJob(tx, FIT_CAPACITY, {})
}

/** Most departures already sell everything that is wanted; those are not locked. */
async function lockAboveWanted(tx: Tx, departureIds: readonly string[]): Promise<AboveWanted[]> {
  if (departureIds.length === 0) return []
  const { rows } = await sql<AboveWanted>`
    select departure_id, wanted_seats, wanted_wheelchair_places
    from departures join departure_capacity using (departure_id)
    where departure_id = any(${departureIds}::uuid[])
      and (seats > wanted_seats or wheelchair_places > wanted_wheelchair_places)
    order by departure_id for no key update of departures`.execute(tx)
  return rows
}
