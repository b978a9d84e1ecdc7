import { invariant } from '#platform/invariant.ts'
import type { Locale } from '#platform/locale.ts'

import { getStops } from './list-places.server.ts'
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

/**
 * The names of some stops, by id, including stops no longer served. Names of a new timetable that
 * another process has imported may come a minute late.
 */
export async function getStopNames(
  locale: Locale,
  stopIds: readonly string[],
): Promise<(stopId: string) => StopName> {
  const stops = await getStops(locale, stopIds)
  return (stopId) => {
    const stop = stops.get(stopId)
    invariant(stop, `stop ${stopId} has a name in every language`)
    const { name, shortName, shortNameAccusative, shortNameGenitive } = stop
    const names = { name, shortName, shortNameAccusative, shortNameGenitive }
    return { stopId, ...names, directions: stop.pickupDirections, mapUrl: mapAddress(stop) }
  }
}
