import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

import { holdCounts } from './holds.server.ts'
import { takenByLeg } from './seats.ts'

/** The load of one leg of a departure: between a stop and the next. */
export type LegLoad = {
  departureId: string
  /** Of the stop at which the leg begins. */
  position: number
  fromStopId: string
  toStopId: string
  /** The limits of the sale, never below the places taken. */
  seats: number
  wheelchairPlaces: number
  seatsSold: number
  /** Held for carts, payments and choices now; an expired hold does not count. */
  seatsHeld: number
  /** Taken off sale by the office. */
  seatsBlocked: number
  /** Leased to phones, which sell them at the door. */
  seatsLeased: number
  wheelchairsSold: number
  wheelchairsHeld: number
}

/** The seats sold or blocked on each leg that somebody travels, by the position at which it begins. */
export type SeatsSold = ReadonlyMap<number, number>

/**
 * The seats sold or blocked on the legs of some departures, by departure. Cheaper than all loads, for hundreds of
 * departures every few seconds.
 */
export async function listSeatsSold(
  departureIds: readonly string[],
): Promise<Map<string, SeatsSold>> {
  if (departureIds.length === 0) return new Map()
  const sold = await db
    .selectFrom('seatHolds')
    .select(['departureId', 'fromPosition', 'toPosition'])
    .select((hold) => hold.fn.sum<number>('seats').as('seats'))
    .where('departureId', '=', sql<string>`any(${departureIds}::uuid[])`)
    .where('state', 'in', ['sold', 'blocked'])
    .groupBy(['departureId', 'fromPosition', 'toPosition'])
    .execute()
  const byDeparture = Map.groupBy(sold, ({ departureId }) => departureId)
  return new Map(
    [...byDeparture].map(([departureId, rides]) => {
      const taken = takenByLeg(rides.map((ride) => ({ ...ride, wheelchairPlaces: 0 })))
      return [departureId, new Map([...taken].map(([leg, { seats }]) => [leg, seats]))]
    }),
  )
}

/** The legs of some departures in their order, each with its load, by departure. */
export async function listLegLoads(
  departureIds: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, LegLoad[]>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<LegLoad>`
    select departures.departure_id, leg.position, leg.stop_id as from_stop_id,
      onward.stop_id as to_stop_id, departures.seats,
      coalesce(departures.wheelchair_places, 0) as wheelchair_places, load.*
    from departures
    join departure_stops leg using (departure_id)
    join departure_stops onward
      on onward.departure_id = departures.departure_id and onward.position = leg.position + 1
    cross join lateral (
      select
        coalesce(sum(hold.seats) filter (where state = 'sold'), 0)::int as seats_sold,
        coalesce(sum(hold.seats) filter (where state not in ('leased', 'sold', 'blocked')), 0)::int as seats_held,
        coalesce(sum(hold.seats) filter (where state = 'blocked'), 0)::int as seats_blocked,
        coalesce(sum(hold.seats) filter (where state = 'leased'), 0)::int as seats_leased,
        coalesce(sum(hold.wheelchair_places) filter (where state = 'sold'), 0)::int as wheelchairs_sold,
        coalesce(sum(hold.wheelchair_places) filter (where state <> 'sold'), 0)::int as wheelchairs_held
      from seat_holds hold
      where hold.departure_id = departures.departure_id
        and from_position <= leg.position and leg.position < to_position
        and ${holdCounts(now)}
    ) as load
    where departures.departure_id = any(${departureIds}::uuid[])
    order by departures.departure_id, leg.position`.execute(db)
  return Map.groupBy(rows, ({ departureId }) => departureId)
}
