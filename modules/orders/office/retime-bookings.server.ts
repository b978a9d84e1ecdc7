import { sql } from 'kysely'

import { retimeTickets } from '#modules/orders/apply/issue.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'

/*
 * The bookings of a departure that gets other times. They keep their ids, tickets, codes and prices,
 * so that nothing that the holder has is void; only the times change, everywhere.
 */

/** Locks all orders with a ride on these departures, before the departures are locked. */
export async function lockOrdersOn(tx: Tx, departureIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from orders where order_id in (${ordersOn(departureIds)})
    order by order_id for update`.execute(tx)
  return new Set(rows.map(({ orderId }) => orderId))
}

/** The orders with a ride on these departures, paid or not. */
export async function listOrdersOn(tx: Tx, departureIds: readonly string[]): Promise<string[]> {
  const { rows } = await ordersOn(departureIds).execute(tx)
  return rows.map(({ orderId }) => orderId)
}

function ordersOn(departureIds: readonly string[]) {
  return sql<{ orderId: string }>`
    select distinct order_id from bookings
    where departure_id = any(${[...departureIds]}::uuid[]) and state in ('live', 'proposed')`
}

/**
 * Gives the bookings of one departure the times of another, or of the same one, whose times were
 * rewritten. However often that happens, a booking remembers the times that were bought. A bus that
 * leaves earlier takes nobody's right to cancel: the notice still counts from the time that was sold.
 * Orders and departures are locked.
 */
export async function retimeBookings(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Temporal.Instant },
): Promise<void> {
  const { rows } = await sql<{ bookingId: string; orderId: string }>`
    update bookings set departure_id = ${to},
      departs_at = boarding.departs_at, arrives_at = leaving.arrives_at,
      retimed_from = case when is_other
        then coalesce(bookings.retimed_from, bookings.departs_at) else bookings.retimed_from end,
      retimed_arrival_from = case when is_other
        then coalesce(bookings.retimed_arrival_from, bookings.arrives_at)
        else bookings.retimed_arrival_from end,
      retimings = bookings.retimings + is_other::int,
      notice_from = case when boarding.departs_at < bookings.departs_at
        then coalesce(bookings.notice_from, bookings.departs_at) else bookings.notice_from end
    from departure_stops boarding join departure_stops leaving using (departure_id), bookings before,
    lateral (select (before.departs_at, before.arrives_at)
      is distinct from (boarding.departs_at, leaving.arrives_at)) as changed (is_other)
    where bookings.departure_id = ${from} and bookings.state in ('live', 'proposed')
      and before.booking_id = bookings.booking_id
      and boarding.departure_id = ${to} and boarding.position = bookings.from_position
      and leaving.position = bookings.to_position
    returning bookings.booking_id, bookings.order_id`.execute(tx)
  const moved = new Set(rows.map(({ bookingId }) => bookingId))
  for (const orderId of new Set(rows.map((row) => row.orderId))) {
    const bookings = await listBookings(tx, orderId)
    await retimeTickets(
      tx,
      bookings.filter(({ bookingId }) => moved.has(bookingId)),
      now,
    )
  }
}

/** The unpaid bookings of these departures whose buyers were shown other times, by their order. */
export async function listPayingOldTimes(
  tx: Tx | Database,
  departureIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('bookings', 'bookings.orderId', 'orders.orderId')
    .select('orders.orderId')
    .distinct()
    .where('departureId', 'in', [...departureIds])
    .where('orders.status', '=', 'awaiting-payment')
    .where('retimedFrom', 'is not', null)
    .execute()
  return rows.map(({ orderId }) => orderId)
}
