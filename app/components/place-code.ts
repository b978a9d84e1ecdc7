import type { Place } from '#modules/timetable/find-stops.ts'

/** The search code that covers all of these stops: the one stop, or the area that contains them. */
export function placeCodeOf(stopIds: readonly string[], places: readonly Place[]): string {
  const [only] = stopIds
  if (stopIds.length === 1 && only) return only
  const area = places.find(
    ({ kind, stopIds: members }) =>
      kind === 'area' && stopIds.every((stopId) => members.includes(stopId)),
  )
  return area?.code ?? stopIds.at(-1) ?? ''
}

type Route = {
  fares: readonly { fromStopId: string; toStopId: string }[]
  from: { stopId: string }
  to: { stopId: string }
}

/**
 * The two ends between which tickets for a route are sold: a stop, or the area of several stops.
 */
export function endsOf(
  { fares, from, to }: Route,
  places: readonly Place[],
): { from: string; to: string } {
  const [boarding, leaving] = [
    new Set(fares.map(({ fromStopId }) => fromStopId)),
    new Set(fares.map(({ toStopId }) => toStopId)),
  ]
  return {
    from: placeCodeOf([...boarding], places) || from.stopId,
    to: placeCodeOf([...leaving], places) || to.stopId,
  }
}
