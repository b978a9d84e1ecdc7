import type { Place } from '#modules/timetable/find-stops.ts'

import type { PlaceOption, PlaceOptions } from './view.ts'

/** The places of a search, in the order of the routes; an area with several stops is a group. */
export function optionsOf(places: readonly Place[]): PlaceOptions {
  const areas = places.filter(({ kind }) => kind === 'area')
  const inAreas = new Set(areas.flatMap(({ stopIds }) => stopIds))
  const stopOf = new Map(
    places.flatMap((place) => (place.kind === 'stop' ? [[place.code, place] as const] : [])),
  )
  return places.flatMap((place) => {
    if (place.kind === 'stop') return inAreas.has(place.code) ? [] : [toOption(place)]
    const stops = place.stopIds.flatMap((stopId) => stopOf.get(stopId) ?? [])
    return [{ ...toOption(place), stops: stops.map(toOption) }]
  })
}

function toOption({ code, shortName }: Place): PlaceOption {
  return { code, name: shortName }
}
