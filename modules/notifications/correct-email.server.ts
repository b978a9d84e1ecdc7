import {
  dropWaiting,
  enqueueMail,
  nextAttemptNo,
  redirectMails,
} from '#modules/mail/outbox.server.ts'
import { writeCorrectedEmail } from '#modules/orders/order/buyers.server.ts'
import { type ContactRefusal } from '#modules/orders/order/contact.ts'
import { lockOrder } from '#modules/orders/order/rows.server.ts'
import { findPayment } from '#modules/payments/payments.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { isEmail } from '#platform/text/email.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Correction = {
  /** The key of this browser. */
  visitor: string | undefined
  paymentId: string
  email: string
  now: Temporal.Instant
}

export type CorrectEmailOutcome =
  | { ok: true }
  | Extract<ContactRefusal, { reason: 'email-missing' | 'email-malformed' }>
  | { ok: false; reason: 'email-corrected-already' }
  /** The payment does not exist, belongs to another browser, or bought nothing. */
  | { ok: false; reason: 'not-yours' }

/**
 * Sends the confirmation again, to a corrected address; one that still waits, to nobody else. Only the browser that bought may do so, and
 * only once, so that another visitor of the page cannot redirect the tickets.
 */
export async function correctEmail(correction: Correction): Promise<CorrectEmailOutcome> {
  const { visitor, paymentId, email, now } = correction
  if (visitor === undefined || !ACCESS_TOKEN.test(paymentId))
    return { ok: false, reason: 'not-yours' }
  return inTransaction(async (tx) => {
    const payment = await findPayment(tx, paymentId)
    const order = payment && (await lockOrder(tx, payment.payableId))
    if (order?.visitor !== visitor || order.status !== 'confirmed') {
      return { ok: false, reason: 'not-yours' } as const
    }
    if (order.emailCorrectedAt) return { ok: false, reason: 'email-corrected-already' } as const
    if (email === '') return { ok: false, reason: 'email-missing' } as const
    if (!isEmail(email)) return { ok: false, reason: 'email-malformed' } as const

    const { orderId, contactName } = order
    await writeCorrectedEmail(tx, { orderId, name: contactName ?? '', email, now })
    const kind = 'confirmation'
    await dropWaiting(tx, { orderId, kind })
    await redirectMails(tx, { orderId, address: email })
    const attemptNo = await nextAttemptNo(tx, orderId, kind)
    await enqueueMail(tx, { order, kind, attemptNo, address: email, now })
    // Readers of the audit need not know the address, only that it changed.
    const subject = `order:${orderId}`
    await audit(tx, { by: TRAVELLER, subject, action: 'email-corrected', now })
    return { ok: true } as const
  })
}
