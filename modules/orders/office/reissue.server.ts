import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { ticketBookings } from '#modules/orders/apply/issue.server.ts'
import {
  findChangedMeanwhile,
  type ChangedMeanwhile,
} from '#modules/orders/apply/overrules.server.ts'
import type { StaffRequest } from '#modules/orders/order/overrule.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import type { ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import {
  hasLeft,
  isCompanyCancelled,
} from '#modules/orders/self-service/changeable-order.server.ts'
import { audit } from '#platform/audit.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

export type ReissueOutcome =
  | { ok: true; ticketId: string }
  | Extract<ChangeRefusal, { reason: 'no-such-booking' | 'departed' | 'not-running' }>
  | ChangedMeanwhile

/**
 * Makes the ticket of a journey void and issues another one, with another link and another code: the
 * old one was lost, or was seen by a stranger. The old page says that it was replaced. The holder
 * receives the new ticket by mail.
 */
export function reissueTicket({
  orderId,
  bookingId,
  staff,
  now,
}: {
  orderId: string
  bookingId: string
  staff: StaffRequest
  now: Temporal.Instant
}): Promise<ReissueOutcome> {
  return inTransaction(async (tx): Promise<ReissueOutcome> => {
    const order = await lockOrder(tx, orderId)
    const newer = await findChangedMeanwhile(tx, orderId, staff)
    if (newer) return newer
    const bookings = order.status === 'confirmed' ? await listBookings(tx, orderId) : []
    const booking = bookings.find((one) => one.bookingId === bookingId)
    if (!booking) return { ok: false, reason: 'no-such-booking' }
    if (isCompanyCancelled(booking)) return { ok: false, reason: 'not-running' }
    if (hasLeft(booking, now)) return { ok: false, reason: 'departed' }

    const [ticketId = ''] = await ticketBookings(tx, { order, bookings: [booking], now })
    await audit(tx, {
      by: staff.by,
      subject: `order:${orderId}`,
      action: 'ticket-reissued',
      ...(staff.reason && { reason: staff.reason }),
      after: { bookings: [bookingId] },
      now,
    })
    const attemptNo = await nextAttemptNo(tx, orderId, 'reissued')
    await enqueueMail(tx, { order, kind: 'reissued', attemptNo, bookingId, now })
    return { ok: true, ticketId }
  })
}
