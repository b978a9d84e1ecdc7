import { sql, type RawBuilder } from 'kysely'

import { countConcerned, type Concerned } from '#modules/incidents/incident/concerned.server.ts'
import type { IncidentDefault, IncidentState } from '#modules/incidents/incident/incident-states.ts'
import { hasInfant, hasOnwardRide } from '#modules/incidents/incident/needs.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import { bookingOnBus } from './choices.server.ts'
import type { Aboard, TooMany } from './too-full.ts'

/* The stored data of buses with fewer places than were sold. */

/** The legs on which more places are bought than are wanted, in their order. Carts do not count. */
export async function listTooMany(departureId: string, tx: Tx | Database = db): Promise<TooMany[]> {
  const { rows } = await sql<TooMany>`
    select leg, greatest(sum(seats) - wanted_seats, 0)::int as seats,
      greatest(sum(wheelchair_places) - wanted_wheelchair_places, 0)::int as wheelchair_places
    from departure_capacity join seat_holds using (departure_id)
    cross join lateral generate_series(from_position, to_position - 1) as leg
    where departure_id = ${departureId} and state in ('paying', 'sold', 'blocked')
    group by leg, wanted_seats, wanted_wheelchair_places
    having sum(seats) > wanted_seats or sum(wheelchair_places) > wanted_wheelchair_places
    order by leg`.execute(tx)
  return rows
}

/** A booking of a departure, and its choice in an incident: `state` is null before it is told. */
export type Holding = Aboard & {
  orderId: string
  /** Accepted terms by which passengers may be moved without an answer. */
  termsMove: boolean
  state: IncidentState | null
  defaultChoice: IncidentDefault | null
  /** The part of a group that stayed when it was asked: its choice is made. */
  isPart: boolean
}

type OfIncident = { departureId: string; incidentId: string }

/** The bookings that have seats on a departure. */
export async function listHolding(
  tx: Tx | Database,
  { departureId, incidentId }: OfIncident,
): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select bookings.order_id, bookings.booking_id, hold.from_position, hold.to_position,
      hold.seats, hold.wheelchair_places, wheelchair_users > 0 as has_wheelchair,
      ${hasInfant} as has_infant, ${hasOnwardRide} as has_onward_ride,
      coalesce(confirmed_at, orders.created_at) as bought_at,
      coalesce(terms_version, '') >= ${MOVES_SINCE} as terms_move,
      choice.state, default_choice, choice.chosen_booking_id is not null as is_part
    from bookings join orders using (order_id) join seat_holds hold using (booking_id)
    left join incident_bookings choice
      on ${bookingOnBus} = bookings.booking_id and incident_id = ${incidentId}
    where bookings.departure_id = ${departureId} and bookings.state = 'live'
      and orders.status = 'confirmed'
    order by bought_at, booking_id`.execute(tx)
  return rows
}

/** Whether a booking travels on a leg on which more is bought than is wanted. */
function isOnLeg(where: RawBuilder<boolean>) {
  return sql<boolean>`exists (
    select from departure_capacity
    cross join lateral generate_series(bookings.from_position, bookings.to_position - 1) as leg
    cross join lateral (
      select sum(seats) as seats, sum(wheelchair_places) as spaces from seat_holds
      where seat_holds.departure_id = bookings.departure_id and state in ('paying', 'sold', 'blocked')
        and from_position <= leg and leg < to_position) as taken
    where departure_capacity.departure_id = bookings.departure_id and ${where})`
}

/** Whether a booking travels in a wheelchair on a leg with too few spaces. */
export const lacksSpace = sql<boolean>`(bookings.wheelchair_users > 0
  and ${isOnLeg(sql<boolean>`spaces > wanted_wheelchair_places`)})`

/** Whether a booking travels on a leg with too few seats, or lacks a wheelchair space. */
export const isTooFull = sql<boolean>`(${lacksSpace}
  or ${isOnLeg(sql<boolean>`taken.seats > wanted_seats`)})`

/** A bus that lacks wheelchair spaces that are bought. */
export type SpaceShort = {
  incidentId: string
  departureId: string
  firstStopId: string
  lastStopId: string
  leavesAt: Temporal.Instant
  /** On the leg that lacks most. */
  spaces: number
}

/** The buses to come that lack wheelchair spaces, earliest first, until all passengers of these are settled. */
export async function listSpaceShort(now: Temporal.Instant, most: number): Promise<SpaceShort[]> {
  const { rows } = await sql<SpaceShort>`
    select incident_id, departure_id, leaves_at, short.spaces,
      (array_agg(stop_id order by position))[1] as first_stop_id,
      (array_agg(stop_id order by position desc))[1] as last_stop_id
    from incident_departures join departures using (departure_id)
    join departure_stops using (departure_id)
    cross join lateral (
      select min(departs_at) as leaves_at, max(departs_at) as ends_at from departure_stops calls
      where calls.departure_id = incident_departures.departure_id) as run
    cross join lateral (
      select max(taken.spaces - wanted_wheelchair_places)::int as spaces
      from departure_capacity cross join lateral (
        select sum(wheelchair_places) as spaces from seat_holds
        cross join lateral generate_series(from_position, to_position - 1) as leg
        where seat_holds.departure_id = departure_capacity.departure_id
          and state in ('paying', 'sold', 'blocked') group by leg) as taken
      where departure_capacity.departure_id = incident_departures.departure_id) as short
    where kind = 'smaller-bus' and open and status = 'planned' and short.spaces > 0
      and ends_at > ${now}
    group by incident_id, departure_id, leaves_at, short.spaces
    order by leaves_at, departure_id limit ${most}`.execute(db)
  return rows
}

/** Those on the legs of a departure that are too full, and the most that asking them can cost. */
export function quoteAsking(departureId: string, tx?: Tx): Promise<Concerned> {
  return countConcerned([departureId], { tx, where: isTooFull })
}
