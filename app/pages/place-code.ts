import type { Place } from '#modules/timetable/find-stops.ts'

/** What to search for to find all of these stops: the one stop, or the area that holds them. */
export function placeCodeOf(stopIds: readonly string[], places: readonly Place[]): string {
  const [only] = stopIds
  if (stopIds.length === 1 && only) return only
  const area = places.find(
    ({ kind, stopIds: members }) =>
      kind === 'area' && stopIds.every((stopId) => members.includes(stopId)),
  )
  return area?.code ?? stopIds.at(-1) ?? ''
}
