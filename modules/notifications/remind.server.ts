import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { lockOrder } from '#modules/orders/order/rows.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/**
 * Sends a reminder to every traveller of the next day, once, also if the job runs again that
 * evening.
 */
export const REMIND: Job<object> = {
  name: 'remind',
  tries: 5,
  firstPause: 60,
  longestPause: 1800,
}

/** A buyer within these hours has just read all of it in the confirmation. */
const HOURS_FRESH = 4

/**
 * Enqueues a reminder for each ride of tomorrow, by the calendar of Cyprus, on a planned departure.
 */
export async function remindTravellers(now: Temporal.Instant): Promise<void> {
  const tomorrow = dateInCyprus(now).add({ days: 1 })
  const rides = await db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['bookings.bookingId', 'orders.orderId'])
    .where('departures.status', '=', 'planned')
    .where('orders.status', '=', 'confirmed')
    .where('bookings.state', '=', 'live')
    .where('bookings.departsAt', '>=', startOfDay(tomorrow))
    .where('bookings.departsAt', '<', startOfDay(tomorrow.add({ days: 1 })))
    .where('confirmedAt', '<', now.subtract({ hours: HOURS_FRESH }))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('mails')
            .select('mailId')
            .whereRef('mails.bookingId', '=', 'bookings.bookingId')
            .where('kind', '=', 'reminder'),
        ),
      ),
    )
    .orderBy('bookings.departsAt')
    .execute()
  await eachAlone(rides, async ({ orderId, bookingId }) => {
    await inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      // Another worker may have enqueued the reminder meanwhile, if ours was taken for dead.
      const isReminded = await tx
        .selectFrom('mails')
        .select('mailId')
        .where('bookingId', '=', bookingId)
        .where('kind', '=', 'reminder')
        .executeTakeFirst()
      if (isReminded || order.status !== 'confirmed') return
      const attemptNo = await nextAttemptNo(tx, orderId, 'reminder')
      await enqueueMail(tx, { order, kind: 'reminder', attemptNo, bookingId, now })
    })
    crashPoint('reminder:after-promising-one')
  })
}
