import { forgetWheelchairMail } from '#modules/mail/forget-mails.server.ts'
import {
  forgetWheelchairUsers,
  renameWheelchairChanges,
} from '#modules/orders/order/remove-orders.server.ts'
import { WHEELCHAIR_DAYS_KEPT } from '#modules/rules/kept.ts'
import { forgetWheelchairPlaces } from '#modules/seats/seats.server.ts'
import type { Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Forgets who needed a wheelchair place, which the law counts among data about health. */
export const FORGET_WHEELCHAIRS: Job<object> = {
  name: 'forget-wheelchairs',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

/**
 * Nothing tells afterwards that a ride was one with a wheelchair: not the booking, whether it was
 * travelled, changed or given up, not the places it took, and not the list of what was changed and
 * mailed. The ride, its price and its passengers stay as they were.
 */
export function forgetWheelchairs(now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: 24 * WHEELCHAIR_DAYS_KEPT })
  return inTransaction(async (tx) => {
    const forgotten = await forgetWheelchairUsers(tx, limit)
    const bookingIds = forgotten.map(({ bookingId }) => bookingId)
    await forgetWheelchairPlaces(tx, bookingIds)
    await renameWheelchairChanges(tx, bookingIds)
    for (const orderId of new Set(forgotten.map((one) => one.orderId))) {
      await renameMails(tx, orderId)
    }
  })
}

/** Whatever was mailed about a place is by then about a change. */
async function renameMails(tx: Tx, orderId: string): Promise<void> {
  const mails = await tx
    .selectFrom('mails')
    .innerJoin('changes', 'changes.changeId', 'mails.changeId')
    .select('mailId')
    .where('mails.orderId', '=', orderId)
    .where('mails.kind', '=', 'wheelchair')
    .where('changes.kind', '=', 'amended')
    .orderBy('attemptNo')
    .execute()
  for (const { mailId } of mails) await forgetWheelchairMail(tx, { mailId, orderId })
}
