import type { Database, Tx } from '#platform/db.server.ts'

import type { DepartureStatus } from './departure-status.ts'
import { accessOfAll, accessOfBus, type WheelchairAccess } from './wheelchair-access.ts'

export type FoundRide = {
  departureId: string
  routeId: string
  status: DepartureStatus
  serviceDate: Temporal.PlainDate
  fromStopId: string
  toStopId: string
  fromPosition: number
  toPosition: number
  /** At the passenger's own stops, from which every deadline counts. */
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** Whether a wheelchair can board at the one stop, travel, and leave at the other. */
  accessible: WheelchairAccess
}

type AskedRide = { departureId: string; fromStopId: string; toStopId: string }

/** The journey of a departure from one stop to another; undefined if it does not serve them. */
export async function findRide(
  tx: Tx | Database,
  { departureId, fromStopId, toStopId }: AskedRide,
): Promise<FoundRide | undefined> {
  const ride = await tx
    .selectFrom('departures')
    .innerJoin('departureStops as boarding', 'boarding.departureId', 'departures.departureId')
    .innerJoin('departureStops as leaving', 'leaving.departureId', 'departures.departureId')
    .innerJoin('stops as fromStop', 'fromStop.stopId', 'boarding.stopId')
    .innerJoin('stops as toStop', 'toStop.stopId', 'leaving.stopId')
    .select([
      'departures.departureId',
      'routeId',
      'status',
      'serviceDate',
      'boarding.position as fromPosition',
      'leaving.position as toPosition',
      'boarding.departsAt',
      'leaving.arrivesAt',
      'fromStop.wheelchairBoarding as fromAccessible',
      'toStop.wheelchairBoarding as toAccessible',
      'departures.wheelchairPlaces',
    ])
    .where('departures.departureId', '=', departureId)
    .where('boarding.stopId', '=', fromStopId)
    .where('leaving.stopId', '=', toStopId)
    .where('boarding.pickup', '=', true)
    .where('leaving.dropoff', '=', true)
    .whereRef('boarding.position', '<', 'leaving.position')
    .orderBy('boarding.position')
    .orderBy('leaving.position')
    .limit(1)
    .executeTakeFirst()
  if (!ride) return undefined

  const { fromAccessible, toAccessible, wheelchairPlaces, ...rest } = ride
  return {
    ...rest,
    fromStopId,
    toStopId,
    accessible: accessOfAll(fromAccessible, toAccessible, accessOfBus(wheelchairPlaces)),
  }
}
