import { lockOrder } from '#modules/orders/order/rows.server.ts'
import { setOrderStatus } from '#modules/orders/settlement/settle-order.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Expires a sale whose link was not paid. Its seats went back on sale by the clock. */
export const EXPIRE_SALE: Job<{ orderId: string }> = {
  name: 'expire-sale',
  tries: 10,
  firstPause: 60,
  longestPause: 600,
}

/** Its payment page may still be closing when the hold ends. */
const SECONDS_TO_CLOSE = 60

type Expiry = { orderId: string; heldUntil: Temporal.Instant; now: Temporal.Instant }

export function enqueueExpiry(tx: Tx, { orderId, heldUntil, now }: Expiry): Promise<void> {
  const left = Math.ceil(now.until(heldUntil).total('seconds'))
  return enqueueJob(tx, EXPIRE_SALE, { orderId }, { afterSeconds: left + SECONDS_TO_CLOSE })
}

/**
 * The contact stays for a while, so that the sale can be taken again. Seats that staff held for longer meanwhile are
 * looked at again at their new end.
 *
 * @throws while a payment page is open, so that the job is retried
 */
export async function expireSale(orderId: string, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'awaiting-payment') throw new Error(`order ${orderId} is being paid`)
    if (order.status !== 'cart') return
    const { heldUntil, extraHoldMinutes } = order
    if (isBefore(now, heldUntil)) {
      if (extraHoldMinutes > 0) await enqueueExpiry(tx, { orderId, heldUntil, now })
      return
    }
    await setOrderStatus(tx, order, 'expired')
  })
}
