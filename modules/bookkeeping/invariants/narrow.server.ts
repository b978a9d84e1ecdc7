import { sql, type RawBuilder } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'

/*
 * A look at what changed. A query of an invariant names the tables of the database; for a narrow
 * look the same query runs behind a `with`, in which those names mean only the rows of the orders
 * that changed, or of the departures that have not left.
 */

/** Finds the breaches of an invariant, one sentence each. */
export type Query = RawBuilder<{ breach: string }>

export type Invariant = {
  query: Query
  /**
   * The part of the database that a look at what changed needs: the orders that changed, the
   * departures ahead, everything (a deadline passes without a change, and an index finds it), or
   * nothing, since the invariant is about all rows together and waits for the night.
   */
  needs: 'orders' | 'departures' | 'everything' | 'night'
}

export function invariants(needs: Invariant['needs'], queries: readonly Query[]): Invariant[] {
  return queries.map((query) => ({ query, needs }))
}

/** Changed orders beyond which a look at everything is no slower. */
export const MAX_NARROW = 20_000

/** Sessions of tills stand beside the orders: both are what the ledger is kept for. */
type Narrow = { at: Temporal.Instant; payableIds: readonly string[] }

/**
 * The orders, and sessions of tills, that were written to since a moment, as far as their times say:
 * a row that was changed by hand without a time is seen at night.
 */
export async function listChanged(tx: Database | Tx, since: Temporal.Instant): Promise<string[]> {
  const from = sql`${since.toString()}::timestamptz`
  const { rows } = await sql<{ payableId: string }>`
    select order_id as payable_id from orders where created_at >= ${from}
    union select payable_id from payments where checked_at >= ${from}
    union select payable_id from ledger_entries where entered_at >= ${from}
    union select order_id from receipts where issued_at >= ${from}
    union select order_id from changes where done_at >= ${from}
    union select order_id from bookings join scans using (booking_id) where received_at >= ${from}
    union select session_id from till_sessions where coalesce(closed_at, opened_at) >= ${from}
    union select substring(subject from 7)::uuid from audit_entries
      where entered_at >= ${from} and subject like 'order:%'
    union select payable_id from payments join audit_entries on subject = 'payment:' || payment_id
      where entered_at >= ${from} and subject like 'payment:%'
    limit ${MAX_NARROW + 1}`.execute(tx)
  return rows.map(({ payableId }) => payableId)
}

/** The query, restricted to what changed; undefined if it waits for the night. */
export function narrowed({ query, needs }: Invariant, narrow: Narrow): Query | undefined {
  if (needs === 'night') return undefined
  if (needs === 'everything') return query
  const shadows = needs === 'orders' ? ofOrders(narrow.payableIds) : ofDepartures(narrow.at)
  return sql<{ breach: string }>`with ${shadows} select breach from (${query}) as looked`
}

/**
 * In a `with`, a name means the table itself until its own entry has ended. Each part is read once and
 * kept: joined to the tables themselves, the few rows are guessed to be one, and looked at again for
 * each other.
 */
function ofOrders(payableIds: readonly string[]): RawBuilder<unknown> {
  const changed = sql`(select payable_id from changed)`
  const ofBookings = sql`(select booking_id from bookings)`
  const ofPayments = sql`(select payment_id from payments)`
  const shadows: [string, RawBuilder<unknown>][] = [
    ['orders', sql`order_id in ${changed}`],
    ['bookings', sql`order_id in ${changed}`],
    ['booking_passengers', sql`booking_id in ${ofBookings}`],
    ['seat_holds', sql`booking_id in ${ofBookings}`],
    ['tickets', sql`booking_id in ${ofBookings}`],
    ['scans', sql`booking_id in ${ofBookings}`],
    ['boarding_conflicts', sql`booking_id in ${ofBookings}`],
    ['payments', sql`payable_id in ${changed}`],
    ['refunds', sql`payment_id in ${ofPayments}`],
    ['ledger_entries', sql`payable_id in ${changed}`],
    ['changes', sql`order_id in ${changed}`],
    ['changed_bookings', sql`change_id in (select change_id from changes)`],
    ['mails', sql`order_id in ${changed}`],
    ['receipts', sql`order_id in ${changed}`],
    ['till_sessions', sql`session_id in ${changed}`],
    [
      'till_entries',
      sql`session_id in ${changed} or payment_id in ${ofPayments} or refund_id in (select refund_id from refunds)`,
    ],
  ]
  const entries = shadows.map(
    ([table, where]) =>
      sql`${sql.table(table)} as materialized (select * from ${sql.table(table)} where ${where})`,
  )
  const list = sql`changed as materialized (select unnest(${payableIds}::uuid[]) as payable_id)`
  return sql.join([list, ...entries])
}

/** Nothing is sold on a departure that has left, and no seat of it can be sold twice any more. */
function ofDepartures(at: Temporal.Instant): RawBuilder<unknown> {
  const yesterday = at.subtract({ hours: 24 }).toString()
  return sql`seat_holds as not materialized (
    select * from seat_holds where departure_id in (
      select departure_id from departure_stops
      where position = 0 and departs_at >= ${yesterday}::timestamptz))`
}
