import { sql } from 'kysely'

import type { Place } from '#modules/dispatch/bays.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import type { StopKind } from './incident-states.ts'

/** The stop that the departures of an incident do not serve as usual. */
export type StopIncident = {
  kind: StopKind
  stopId: string
  /** Where the buses stop instead; null: nowhere. */
  place: Place | null
  /** Its departures that do not serve the stop as usual now. */
  openIds: string[]
}

/** Undefined for an incident that is not of a stop. */
export async function findStopIncident(
  incidentId: string,
  tx: Tx | Database = db,
): Promise<StopIncident | undefined> {
  const { rows } = await sql<
    Omit<StopIncident, 'place'> & { words: Place['words'] | null } & Omit<Place, 'words'>
  >`
    select kind, stop_id, place as words, latitude, longitude, array(
      select departure_id from incident_departures
      where incident_departures.incident_id = incidents.incident_id and open
      order by departure_id) as open_ids
    from incidents join incident_stops using (incident_id)
    where incident_id = ${incidentId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { words, latitude, longitude, ...incident } = row
  return { ...incident, place: words && { words, latitude, longitude } }
}
