import type { TripRow } from '#modules/gtfs/feed/feed-tables.ts'
import type { Call } from '#modules/gtfs/timetable/calls.ts'
import { splitByOrder, visitsOf } from '#modules/timetable/stop-order.ts'

/**
 * The direction of every trip. Many feeds leave it out, and some write 0 for both directions; then
 * both would share one table, half of it running backwards in time. So trips of a route that visit
 * stops in contradictory order get different directions, whatever the feed says.
 */
export function readDirections(
  trips: readonly TripRow[],
  calls: ReadonlyMap<string, readonly Call[]>,
): (trip: TripRow) => number {
  const directions = new Map<string, number>()
  for (const ofRoute of Map.groupBy(trips, ({ route_id }) => route_id).values()) {
    const given = Map.groupBy(ofRoute, ({ direction_id }) => direction_id)
    const taken = new Set([...given.keys()].flatMap((id) => (id === null ? [] : [Number(id)])))
    for (const [id, ofDirection] of [...given].toSorted(byId)) {
      const patterns = Map.groupBy(ofDirection, ({ trip_id }) =>
        visitsOf(calls.get(trip_id) ?? []).join('\n'),
      )
      const groups = splitByOrder(
        [...patterns.keys()].map((pattern) => pattern.split('\n')),
        id !== null,
      )
      for (const [place, group] of groups.entries()) {
        const direction = id !== null && place === 0 ? Number(id) : firstFree(taken)
        taken.add(direction)
        const own = group.flatMap((pattern) => patterns.get(pattern.join('\n')) ?? [])
        for (const { trip_id } of own) directions.set(trip_id, direction)
      }
    }
  }
  return ({ trip_id }) => directions.get(trip_id) ?? 0
}

type Given = readonly [id: string | null, trips: readonly TripRow[]]

/** Numbers given by the feed are kept; the rest follows. */
function byId([one]: Given, [other]: Given): number {
  return (one ?? '2').localeCompare(other ?? '2')
}

function firstFree(taken: ReadonlySet<number>): number {
  let direction = 0
  while (taken.has(direction)) direction += 1
  return direction
}
