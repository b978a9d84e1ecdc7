import { sql } from 'kysely'

import { holdCounts } from '#modules/seats/holds.server.ts'
import type { Places, Ride } from '#modules/seats/seats.ts'
import { EDITION, noteEdition } from '#modules/timetable/editions.server.ts'
import { db } from '#platform/db.server.ts'

import type { DepartureNow } from './remembered.server.ts'

/*
 * The version of a departure as one text: its id, the version of its row, and the places taken on each
 * stretch. It is made of what was read for the page, and later compared with the same text made by the
 * database, so nothing can change unseen between the reading and the comparing. A hold that becomes a
 * ticket takes the same places, and leaves the version as it is.
 */

const ID_LENGTH = 36

export function versionOf(
  { departureId, rowVersion }: Pick<DepartureNow, 'departureId' | 'rowVersion'>,
  taken: readonly (Ride & Places)[],
): string {
  const stretches = Map.groupBy(taken, ({ fromPosition: from, toPosition: to }) => `${from}-${to}`)
  const texts = [...stretches].map(([stretch, holds]) => {
    const seats = holds.reduce((sum, hold) => sum + hold.seats, 0)
    const wheelchairPlaces = holds.reduce((sum, hold) => sum + hold.wheelchairPlaces, 0)
    return `${stretch}:${seats}+${wheelchairPlaces}`
  })
  return [departureId, rowVersion, ...texts.toSorted()].join(' ')
}

/**
 * Those of these versions that the database has otherwise now: someone bought or cancelled, a hold
 * expired, the office changed the bus, a timetable replaced it. The same question tells the edition;
 * if it is new, all that this process remembers of the one before is dropped.
 */
export async function findChanged(
  versions: readonly string[],
  now: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ edition: number; changed: string[] }>`
    select ${EDITION} as edition, array(
      select version from unnest(${versions}::text[]) as shown (version)
      left join lateral (
        select concat_ws(' ', departure_id, departures.xmin, (
          select string_agg(text, ' ' order by text collate "C") from (
            select concat(from_position, '-', to_position, ':', sum(seats), '+', sum(wheelchair_places)) as text
            from seat_holds
            where seat_holds.departure_id = departures.departure_id
              and ${holdCounts(now)}
            group by from_position, to_position) as stretches)) as version_now
        from departures
        where departure_id = left(version, ${ID_LENGTH})::uuid) as departure on true
      where version is distinct from version_now) as changed`.execute(db)
  const [row] = rows
  if (row) noteEdition(row.edition)
  return new Set(row?.changed ?? versions)
}
