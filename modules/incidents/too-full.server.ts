import { sql } from 'kysely'

import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import { hasInfant, hasOnwardRide } from './cancel-departure.server.ts'
import { bookingOnBus } from './choices.server.ts'
import { countConcerned, type Concerned } from './concerned.server.ts'
import type { IncidentDefault, IncidentState } from './incident-states.ts'
import type { Aboard, TooMany } from './too-full.ts'

/* Buses that are smaller than they were sold, as they are stored. */

/** The legs on which more seats are bought than are wanted, in their order. Carts do not count. */
export async function listTooMany(departureId: string, tx: Tx | Database = db): Promise<TooMany[]> {
  const { rows } = await sql<TooMany>`
    select leg, greatest(sum(seats) - wanted_seats, 0)::int as seats,
      greatest(sum(wheelchair_places) - wanted_wheelchair_places, 0)::int as wheelchair_places
    from departure_capacity join seat_holds using (departure_id)
    cross join lateral generate_series(from_position, to_position - 1) as leg
    where departure_id = ${departureId} and state in ('paying', 'sold')
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
}

type OfIncident = { departureId: string; incidentId: string }

/** The bookings that have seats on a departure. */
export async function listHolding(
  tx: Tx | Database,
  { departureId, incidentId }: OfIncident,
): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select bookings.order_id, bookings.booking_id, hold.from_position, hold.to_position,
      hold.seats + hold.wheelchair_places as seats, wheelchair_users > 0 as has_wheelchair,
      ${hasInfant} as has_infant, ${hasOnwardRide} as has_onward_ride,
      coalesce(confirmed_at, orders.created_at) as bought_at,
      coalesce(terms_version, '') >= ${MOVES_SINCE} as terms_move,
      choice.state, default_choice
    from bookings join orders using (order_id) join seat_holds hold using (booking_id)
    left join incident_bookings choice
      on ${bookingOnBus} = bookings.booking_id and incident_id = ${incidentId}
    where bookings.departure_id = ${departureId} and bookings.state = 'live'
      and orders.status = 'confirmed'
    order by bought_at, booking_id`.execute(tx)
  return rows
}

/** Whether a booking travels on a leg on which more seats are bought than are wanted. */
export const isTooFull = sql<boolean>`exists (
  select from departure_capacity
  cross join lateral generate_series(bookings.from_position, bookings.to_position - 1) as leg
  cross join lateral (
    select sum(seats) as seats, sum(wheelchair_places) as spaces from seat_holds
    where seat_holds.departure_id = bookings.departure_id and state in ('paying', 'sold')
      and from_position <= leg and leg < to_position) as taken
  where departure_capacity.departure_id = bookings.departure_id
    and (taken.seats > wanted_seats or spaces > wanted_wheelchair_places))`

/** Those on the legs of a departure that are too full, and the most that asking them can cost. */
export function quoteAsking(departureId: string, tx?: Tx): Promise<Concerned> {
  return countConcerned([departureId], { tx, where: isTooFull })
}
