import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Locale } from '#platform/locale.ts'

import { mapAddress } from './map-address.ts'

/** A stop in one language. Cases that a feed lacks are null, and sentences avoid them. */
export type StopName = {
  stopId: string
  name: string
  shortName: string
  shortNameAccusative: string | null
  shortNameGenitive: string | null
  directions: string | null
  mapUrl: string
}

/** The names of some stops, by id, including stops no longer served. */
export async function getStopNames(
  tx: Tx | Database,
  locale: Locale,
  stopIds: readonly string[],
): Promise<(stopId: string) => StopName> {
  const rows = await tx
    .selectFrom('stopNames')
    .innerJoin('stops', 'stops.stopId', 'stopNames.stopId')
    .select([
      'stopNames.stopId',
      'name',
      'shortName',
      'shortNameAccusative',
      'shortNameGenitive',
      'pickupDirections as directions',
      'latitude',
      'longitude',
    ])
    .where('locale', '=', locale)
    .where('stopNames.stopId', 'in', [...new Set(stopIds), ''])
    .execute()
  const byId = new Map(
    rows.map(({ latitude, longitude, ...row }) => {
      return [row.stopId, { ...row, mapUrl: mapAddress({ latitude, longitude }) }]
    }),
  )
  return (stopId) => {
    const found = byId.get(stopId)
    invariant(found, `stop ${stopId} has a name in every language`)
    return found
  }
}
