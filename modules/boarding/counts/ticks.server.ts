import { sql } from 'kysely'

import { OFFICE_DEVICE } from '#modules/boarding/package/package.ts'
import { checkTick, type TickRefusal } from '#modules/boarding/package/tick-rule.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { noteConflicts } from './conflicts.server.ts'

export type NewTick = {
  departureId: string
  bookingId: string
  /** The number of people of the party who are aboard, from 0. */
  aboard: number
  /** The stop of the departure at which they were counted. */
  position: number
  by: Actor
  now: Temporal.Instant
}

export type TickOutcome =
  | { ok: true }
  /** The booking is not on this list any more, or never was at this stop. */
  | { ok: false; reason: 'not-on-the-list' }
  | { ok: false; reason: 'not-running' }
  | TickRefusal

/**
 * Writes down how many people of a booking are aboard. The same number again changes nothing. Two
 * who tick the same booking wait for each other, so nobody's tick is judged by an older one.
 */
export async function tick(wish: NewTick): Promise<TickOutcome> {
  const { departureId, bookingId, aboard, position, by, now } = wish
  if (!UUID.test(departureId) || !UUID.test(bookingId)) {
    return { ok: false, reason: 'not-on-the-list' }
  }
  return inTransaction(async (tx): Promise<TickOutcome> => {
    const booking = await lockBooking(tx, { departureId, bookingId })
    const rides = booking && booking.fromPosition <= position && position < booking.toPosition
    if (!rides) return { ok: false, reason: 'not-on-the-list' }
    if (booking.status === 'cancelled') return { ok: false, reason: 'not-running' }
    const list = await readList(tx, { departureId, bookingId })
    const { before } = list
    const answer = checkTick({ ...list, aboard, now })
    if (!answer.ok) return answer
    if (aboard === before) return { ok: true }

    const boarded = aboard - before
    const place = { bookingId, departureId, position, boarded }
    const moments = { scannedAt: now, receivedAt: now }
    await tx
      .insertInto('scans')
      .values({ deviceNo: OFFICE_DEVICE, ...place, ...moments, scannedBy: actorText(by) })
      .execute()
    await noteConflicts(tx, [bookingId], now)
    await audit(tx, {
      by,
      subject: `manifest:${departureId}`,
      action: aboard > before ? 'ticked' : 'unticked',
      before: { bookingId, aboard: before },
      after: { bookingId, aboard },
      now,
    })
    return { ok: true }
  })
}

type Listed = { departureId: string; bookingId: string }

/** Only the booking is locked, and nothing after it: a change of its order waits, or comes first. */
function lockBooking(tx: Tx, { departureId, bookingId }: Listed) {
  return tx
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['fromPosition', 'toPosition', 'departures.status'])
    .where('bookingId', '=', bookingId)
    .where('bookings.departureId', '=', departureId)
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .forNoKeyUpdate('bookings')
    .executeTakeFirst()
}

/**
 * Read after the lock, by a statement of its own, so that it sees the scan it has waited for.
 * People of the party who are aboard another bus are not expected on this one.
 */
async function readList(tx: Tx, { departureId, bookingId }: Listed) {
  const { rows } = await sql<{
    people: number
    before: number
    leavesAt: Temporal.Instant
    arrivesAt: Temporal.Instant
  }>`
    select (select sum(count)::int from booking_passengers where booking_id = ${bookingId})
        - greatest(counted.elsewhere, 0) as people,
      counted.here as before, min(departs_at) as leaves_at, max(arrives_at) as arrives_at
    from departure_stops cross join (
      select coalesce(sum(boarded) filter (where scans.departure_id = ${departureId}), 0)::int as here,
        coalesce(sum(boarded) filter (where scans.departure_id <> ${departureId}), 0)::int as elsewhere
      from bookings join bookings ride using (order_id, position, departure_id)
      join scans on scans.booking_id = ride.booking_id
      where bookings.booking_id = ${bookingId}) as counted
    where departure_stops.departure_id = ${departureId}
    group by counted.here, counted.elsewhere`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`departure ${departureId} has no stops`)
  return row
}
