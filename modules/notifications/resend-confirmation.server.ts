import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { inTransaction } from '#platform/transaction.server.ts'

export type ResendOutcome =
  /** The mail is enqueued, to the present address of the booking. */
  | { ok: true; address: string }
  /** The order does not exist, is not paid yet, or was erased. */
  | { ok: false; reason: 'no-such-booking' }
  /** All rides were cancelled, so there is no ticket to send. */
  | { ok: false; reason: 'no-ticket-left' }

/**
 * Sends the present tickets once more to the address of the order, as a mail of its own beside that
 * of the purchase (invariant I6). The page limits how often.
 */
export async function resendConfirmation({
  manageId,
  by,
  now,
}: {
  manageId: string
  by: Actor
  now: Temporal.Instant
}): Promise<ResendOutcome> {
  if (!ACCESS_TOKEN.test(manageId)) return { ok: false, reason: 'no-such-booking' }
  const found = await db
    .selectFrom('orders')
    .select('orderId')
    .where('manageId', '=', manageId)
    .executeTakeFirst()
  if (!found) return { ok: false, reason: 'no-such-booking' }

  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, found.orderId)
    const address = order.contactEmail
    if (!order.confirmedAt || !address) return { ok: false, reason: 'no-such-booking' } as const
    const bookings = await listBookings(tx, order.orderId)
    if (order.status !== 'confirmed' || bookings.length === 0) {
      return { ok: false, reason: 'no-ticket-left' } as const
    }
    const kind = 'confirmation'
    const attemptNo = await nextAttemptNo(tx, order.orderId, kind)
    await enqueueMail(tx, { order, kind, attemptNo, now })
    const subject = `order:${order.orderId}`
    await audit(tx, { by, subject, action: 'confirmation-resent', now })
    return { ok: true, address } as const
  })
}
