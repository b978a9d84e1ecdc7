import { sql } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'

import type { HoldState, Places, Ride } from './seats.ts'

type Counted = { departureIds: readonly string[]; now: Temporal.Instant }
/** `withLapsedLeases`: also the places that a phone may have sold before its lease ended. */
type Counting = { withLapsedLeases?: boolean }
/** Taken places, and whether they are sold or only held. */
export type TakenPlaces = { bookingId: string; departureId: string; state: HoldState } & Ride &
  Places

/**
 * Whether a hold counts, in a query of `seat_holds`: places held for a time lapse by the clock, so
 * nothing has to be tidied up for them to be free.
 */
export function holdCounts(now: Temporal.Instant, { withLapsedLeases = false }: Counting = {}) {
  const lapsed = withLapsedLeases ? sql`or state = 'leased'` : sql``
  return sql<boolean>`(expires_at is null or expires_at > ${now} ${lapsed})`
}

/** Places sold or held now. An expired hold is not listed, whether tidied up or not. */
export function listPlacesTaken(
  tx: Tx | Database,
  { departureIds, now }: Counted,
  counting: Counting = {},
): Promise<TakenPlaces[]> {
  if (departureIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'fromPosition', 'toPosition', 'seats', 'wheelchairPlaces'])
    .select('state')
    .where('departureId', 'in', departureIds)
    .where(holdCounts(now, counting))
    .execute()
}

/**
 * The same places, as a column beside those of the departure that they are on: one statement then
 * reads both.
 */
export function placesTaken(now: Temporal.Instant, counting: Counting = {}) {
  return sql<TakenPlaces[]>`(
    select coalesce(json_agg(json_build_object('bookingId', booking_id,
      'departureId', departure_id, 'state', state, 'fromPosition', from_position, 'toPosition', to_position,
      'seats', seats, 'wheelchairPlaces', wheelchair_places)), '[]')
    from seat_holds where seat_holds.departure_id = departures.departure_id
      and ${holdCounts(now, counting)})`.as('taken')
}

export type Held = Awaited<ReturnType<typeof listHeld>>[number]

/** The holds of these bookings, whether they still count or not. */
export function listHeld(tx: Tx | Database, bookingIds: readonly string[]) {
  return selectHeld(tx, bookingIds).execute()
}

/** The same as a query, for a caller that asks for more of each hold. */
export function selectHeld(tx: Tx | Database, bookingIds: readonly string[]) {
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'fromPosition', 'toPosition', 'seats', 'wheelchairPlaces'])
    .select(['state', 'expiresAt', 'heldBy'])
    .where('bookingId', 'in', bookingIds)
}

/** The holds of a booking, as a column beside those of the booking: one statement then reads both. */
export const holdsOfBooking = sql<HoldAsRead[]>`(
  select coalesce(json_agg(json_build_object('bookingId', booking_id,
    'departureId', departure_id, 'fromPosition', from_position, 'toPosition', to_position,
    'seats', seats, 'wheelchairPlaces', wheelchair_places,
    'state', state, 'expiresAt', expires_at, 'heldBy', held_by)), '[]')
  from seat_holds where seat_holds.booking_id = bookings.booking_id)`.as('holds')

/** The holds of such a column, as `listHeld` returns them. */
export function readHolds(holds: readonly HoldAsRead[]): Held[] {
  return holds.map(({ expiresAt, ...hold }) => ({
    ...hold,
    expiresAt: expiresAt === null ? null : Temporal.Instant.from(expiresAt),
  }))
}

type HoldAsRead = Omit<Held, 'expiresAt'> & { expiresAt: string | null }
