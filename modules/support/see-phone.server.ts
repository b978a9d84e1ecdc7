import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Look = { orderId: string; by: Actor; now: Temporal.Instant }

/** Writes into the audit that a member of staff looked at the telephone number of a booking. */
export function recordPhoneSeen({ orderId, by, now }: Look): Promise<void> {
  return inTransaction((tx) => {
    return audit(tx, { by, subject: `order:${orderId}`, action: 'phone-seen', now })
  })
}
