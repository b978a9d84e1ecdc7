import type { Locale } from '#platform/locale.ts'

import type { Place } from './find-stops.ts'

type StopNames = {
  /** "Nicosia – Solomos Square" */
  name: string
  /** "Nicosia" */
  shortName: string
  /** In the Greek cases; null if the feed has none, and sentences must avoid them. */
  shortNameAccusative: string | null
  shortNameGenitive: string | null
  /** Directions to the exact boarding point. */
  pickupDirections: string | null
}

export type Stop = StopNames & {
  stopId: string
  latitude: number
  longitude: number
  /** Null: unknown. */
  wheelchairBoarding: boolean | null
}

export type StopRow = {
  stopId: string
  latitude: number
  longitude: number
  wheelchairBoarding: boolean | null
  aliases: string[]
  isServed: boolean
  names: (StopNames & { locale: Locale })[]
}

export type PlaceRow = {
  areaId: string
  stopIds: string[]
  names: { locale: Locale; name: string; nameAccusative: string | null }[]
}

/**
 * The stops in order, with each area of several stops before the first of them.
 *
 * An alias that all stops of an area share (Famagusta) becomes an alias of the area, and of none of
 * the stops alone.
 */
export function toPlaces(
  stops: readonly StopRow[],
  areaRows: readonly PlaceRow[],
  locale: Locale,
): Place[] {
  const stopOf = new Map(stops.map((stop, place) => [stop.stopId, { stop, place }]))
  const areas = areaRows.flatMap((area) => {
    const members = area.stopIds
      .flatMap((stopId) => stopOf.get(stopId) ?? [])
      .toSorted((one, other) => one.place - other.place)
      .map(({ stop }) => stop)
    return members.length > 1 ? [{ area, members, shared: sharedAliases(members) }] : []
  })
  const around = Map.groupBy(
    areas.flatMap((area) => area.members.map((stop) => ({ area, stop }))),
    ({ stop }) => stop,
  )
  return stops.flatMap((stop) => {
    const own = (around.get(stop) ?? []).map(({ area }) => area)
    const begun = own.filter(({ members }) => members[0] === stop)
    return [
      ...begun.map(({ area, members, shared }) => toArea(area, members, shared, locale)),
      toStop(
        stop,
        own.flatMap(({ shared }) => shared),
        locale,
      ),
    ]
  })
}

function sharedAliases(members: readonly StopRow[]): string[] {
  const [first] = members
  return (first?.aliases ?? []).filter((alias) =>
    members.every(({ aliases }) => aliases.includes(alias)),
  )
}

function toStop(stop: StopRow, ofAreas: readonly string[], locale: Locale): Place {
  const name = stop.names.find((one) => one.locale === locale)
  const names = stop.names.flatMap((one) => [
    one.shortName,
    one.name,
    one.shortNameAccusative,
    one.shortNameGenitive,
  ])
  const own = stop.aliases.filter((alias) => !ofAreas.includes(alias))
  return {
    kind: 'stop',
    code: stop.stopId,
    stopIds: [stop.stopId],
    name: name?.name ?? stop.stopId,
    shortName: name?.shortName ?? stop.stopId,
    accusative: name?.shortNameAccusative ?? null,
    genitive: name?.shortNameGenitive ?? null,
    wheelchairBoarding: stop.wheelchairBoarding,
    terms: withoutRepeats([...names, ...own]),
  }
}

function toArea(
  { areaId, names }: PlaceRow,
  members: readonly StopRow[],
  shared: readonly string[],
  locale: Locale,
): Place {
  const name = names.find((one) => one.locale === locale)
  const all = names.flatMap((one) => [one.name, one.nameAccusative])
  return {
    kind: 'area',
    code: areaId,
    stopIds: members.map(({ stopId }) => stopId),
    name: name?.name ?? areaId,
    shortName: name?.name ?? areaId,
    accusative: name?.nameAccusative ?? null,
    genitive: null,
    wheelchairBoarding: null,
    terms: withoutRepeats([...all, ...shared]),
  }
}

function withoutRepeats(terms: readonly (string | null)[]): string[] {
  return [...new Set(terms.filter((term) => term !== null))]
}
