import { sql } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'

type Asked = {
  order: { orderId: string; confirmedAt: Temporal.Instant | null }
  booking: { bookingId: string; position: number; departureId: string; fromPosition: number }
  /** Only reports before this one, and only mails that were sent. */
  before?: number | undefined
}

/**
 * Minutes of the last delay that the holder of a booking knows: of the last mail about one, or the
 * delay that the pages showed when they bought. Zero if they know of none. A mail about a booking
 * that was replaced since, as by giving up a part of it, counts for the one in its place once it
 * was sent: until then its letter would not be written. A refused or parked mail told nobody.
 */
export async function findTold(
  tx: Tx | Database,
  { order, booking, before }: Asked,
): Promise<number> {
  const { bookingId, position, departureId, fromPosition } = booking
  const { rows } = await sql<{ minutes: number }>`
    select minutes from departure_delays
    where departure_id = ${departureId} and from_position <= ${fromPosition}
      and (${before ?? null}::bigint is null or delay_no < ${before ?? null}::bigint)
      and (entered_at <= ${order.confirmedAt} or delay_no in (
        select delay_no from mails join bookings as told using (booking_id)
        where told.order_id = ${order.orderId} and told.position = ${position} and delay_no is not null
          and (mails.state = 'sent'
            or (mails.state = 'queued' and told.booking_id = ${bookingId}
              and ${before ?? null}::bigint is null))))
    order by delay_no desc limit 1`.execute(tx)
  return rows[0]?.minutes ?? 0
}
