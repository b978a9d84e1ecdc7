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
  asked: AskedRide,
): Promise<FoundRide | undefined> {
  const ride = await selectRide(tx, asked).executeTakeFirst()
  return ride && toRide(ride)
}

/** The same as a query, for a caller that asks for more of the journey; `toRide` reads its rows. */
export function selectRide(tx: Tx | Database, { departureId, fromStopId, toStopId }: AskedRide) {
  return tx
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
      'boarding.stopId as fromStopId',
      'leaving.stopId as toStopId',
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
}

type RideRow = Omit<FoundRide, 'accessible'> & {
  fromAccessible: boolean | null
  toAccessible: boolean | null
  wheelchairPlaces: number | null
}

export function toRide({
  fromAccessible,
  toAccessible,
  wheelchairPlaces,
  ...ride
}: RideRow): FoundRide {
  const accessible = accessOfAll(fromAccessible, toAccessible, accessOfBus(wheelchairPlaces))
  return { ...ride, accessible }
}
