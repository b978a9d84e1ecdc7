import { sql } from 'kysely'

import { subjectOf } from '#modules/dispatch/departure.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'

/** The bookings that hold a seat on a departure, and what was paid for them. */
export type Holders = {
  bookings: number
  passengers: number
  wheelchairs: number
  /** Bookings without an address, or with one that accepts no mail. */
  withoutMail: number
  paid: Cents
}

/** The bookings that still buy this departure; with a position, of those who board there. */
export async function countHolders(
  departureId: string,
  { position = null, tx = db }: { position?: number | null; tx?: Tx | Database } = {},
): Promise<Holders> {
  const { rows } = await sql<Omit<Holders, 'paid'> & { paidCents: number }>`
    select count(*)::int as bookings,
      coalesce(sum((select sum(count) from booking_passengers where booking_id = bookings.booking_id)), 0)::int
        as passengers,
      coalesce(sum(wheelchair_users), 0)::int as wheelchairs,
      (count(*) filter (where contact_email is null or exists (
        select from mails where mails.order_id = orders.order_id
          and address = contact_email and mails.state in ('refused', 'parked'))))::int as without_mail,
      coalesce(sum(total_cents), 0)::int as paid_cents
    from bookings join orders using (order_id)
    where departure_id = ${departureId} and bookings.state = 'live' and orders.status = 'confirmed'
      and (${position}::int is null or from_position = ${position}::int)`.execute(tx)
  const [
    { paidCents, ...counts } = {
      bookings: 0,
      passengers: 0,
      wheelchairs: 0,
      withoutMail: 0,
      paidCents: 0,
    },
  ] = rows
  return { ...counts, paid: cents(paidCents) }
}

/**
 * Bookings that left a departure since it was cancelled last: their holders chose another bus or
 * were refunded.
 */
export async function countMoved(departureId: string, tx: Tx | Database = db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    select count(*)::int as moved
    from changed_bookings join changes using (change_id)
    join bookings on bookings.booking_id = before_booking_id
    where departure_id = ${departureId} and changes.state = 'done'
      and kind in ('cancelled', 'company-moved', 'company-refunded')
      and done_at >= (
        select max(at) from (
          select entered_at as at from audit_entries
          where subject = ${subjectOf(departureId)} and action = 'cancelled'
          union all
          select announced_at from incident_departures join incidents using (incident_id)
          where incident_departures.departure_id = ${departureId}) as cancelled)`.execute(tx)
  return rows[0]?.moved ?? 0
}
