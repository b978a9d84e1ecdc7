import { findDeparture } from '#modules/dispatch/departure.server.ts'
import type { Booking } from '#modules/orders/order/rows.server.ts'
import { straightKilometres } from '#modules/timetable/kilometres.ts'
import { accessOfAll, accessOfBus } from '#modules/timetable/wheelchair-access.ts'
import type { Tx } from '#platform/db.server.ts'

import { neighboursOf, type Neighbour } from './neighbours.ts'

/** The stops of the same bus between which passengers can travel although one of theirs is closed. */
export async function listNeighbours(
  tx: Tx,
  { departureId, fromStopId, toStopId, fromPosition, toPosition }: Booking,
  closedStopId: string,
): Promise<Neighbour[]> {
  const departure = await findDeparture(departureId, tx)
  if (!departure) return []
  const { calls, closedStops, wheelchairPlaces } = departure
  const known = await tx
    .selectFrom('stops')
    .select(['stopId', 'latitude', 'longitude', 'wheelchairBoarding'])
    .where(
      'stopId',
      'in',
      calls.map(({ stopId }) => stopId),
    )
    .execute()
  const stopOf = (stopId: string) => known.find((stop) => stop.stopId === stopId)
  const closedStop = stopOf(closedStopId)
  const other = closedStopId === fromStopId ? toStopId : fromStopId
  const stops = calls.flatMap((call) => {
    const stop = stopOf(call.stopId)
    if (!stop || !closedStop) return []
    const ends = [stop.wheelchairBoarding, stopOf(other)?.wheelchairBoarding ?? null]
    return [
      {
        ...call,
        isClosed: closedStops.includes(call.position),
        accessible: accessOfAll(...ends, accessOfBus(wheelchairPlaces)),
        kilometres: straightKilometres(closedStop, stop),
      },
    ]
  })
  const closed = closedStopId === fromStopId ? fromPosition : toPosition
  return neighboursOf(stops, { fromPosition, toPosition }, closed)
}
