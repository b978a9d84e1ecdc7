import type { Tx } from '#platform/db.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

/** A refund that was stuck is on its way, or has ended. */
export function endRefundAlerts(tx: Tx, refundId: string, now: Temporal.Instant): Promise<void> {
  return endAlerts(tx, {
    kinds: ['refund-failed', 'refund-stuck', 'refund-of-disputed-payment'],
    subject: `refund:${refundId}`,
    now,
  })
}
