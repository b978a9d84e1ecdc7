import { forgetWheelchairMail } from '#modules/mail/forget-mails.server.ts'
import {
  forgetWheelchairUsers,
  renameWheelchairChanges,
} from '#modules/orders/order/remove-orders.server.ts'
import { WHEELCHAIR_DAYS_KEPT } from '#modules/rules/kept.ts'
import { forgetWheelchairPlaces } from '#modules/seats/seats.server.ts'
import type { Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Erases requests for wheelchair spaces, which the law counts as health data. */
export const FORGET_WHEELCHAIRS: Job<object> = {
  name: 'forget-wheelchairs',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

/**
 * Afterwards no record shows that a wheelchair was on a ride: neither the booking, whether it was
 * used, changed or cancelled, nor the seats it held, nor the list of changes and mails. The ride,
 * its price and its passengers stay the same.
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

/** Turns mails about a wheelchair space into mails about a change. */
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
