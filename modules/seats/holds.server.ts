import type { Database, Tx } from '#platform/db.server.ts'

import type { Places, Ride } from './seats.ts'

type Counted = { departureIds: readonly string[]; now: Temporal.Instant }
export type TakenPlaces = { bookingId: string; departureId: string } & Ride & Places

/** Places sold or held now. An expired hold of a cart is not listed, whether tidied up or not. */
export function listPlacesTaken(
  tx: Tx | Database,
  { departureIds, now }: Counted,
): Promise<TakenPlaces[]> {
  if (departureIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'fromPosition', 'toPosition', 'seats', 'wheelchairPlaces'])
    .where('departureId', 'in', departureIds)
    .where((hold) => hold.or([hold('state', '!=', 'cart'), hold('expiresAt', '>', now)]))
    .execute()
}

/** The holds of these bookings, whether they still count or not. */
export function listHeld(tx: Tx | Database, bookingIds: readonly string[]) {
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'seats', 'wheelchairPlaces'])
    .select(['state', 'expiresAt', 'heldBy'])
    .where('bookingId', 'in', bookingIds)
    .execute()
}
