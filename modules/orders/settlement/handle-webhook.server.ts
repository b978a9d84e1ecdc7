import { findPaymentId } from '#modules/payments/payments.server.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { getWebhook, markProcessed, type NoticeName } from '#modules/payments/webhooks.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { reconcile } from './reconcile.server.ts'

/**
 * Handles a stored webhook: asks the provider about the payment that it names. No other content of
 * a webhook is believed, and one without a payment is only stored.
 *
 * @throws while the provider cannot be reached, so that the job is retried
 */
export async function handleWebhook(
  { provider, noticeId }: NoticeName,
  now: Temporal.Instant,
): Promise<void> {
  const notice = await getWebhook(provider, noticeId)
  if (notice.processedAt) return

  const { merchantRef, providerRef } = notice
  const paymentId = (await findPaymentId(db, notice)) ?? (await findByOtherName(notice))
  if (paymentId) {
    const result = await reconcile(paymentId, { now, patience: 'job' })
    if (result?.unreachable) throw new Error(`webhook ${noticeId}: the provider does not answer`)
  } else if (merchantRef !== null || providerRef !== null) {
    await inTransaction((tx) =>
      raiseAlert(tx, 'notice-of-unknown-payment', { provider, merchantRef, providerRef }),
    )
  }
  crashPoint('notice:after-reading')
  await markProcessed(provider, noticeId, now)
}

type Names = Awaited<ReturnType<typeof getWebhook>>

/**
 * Finds a payment by a reference other than the stored one, by asking the provider whose it is:
 * Stripe reports a dispute under the intent of the charge.
 */
async function findByOtherName({ provider, providerRef }: Names): Promise<string | undefined> {
  if (providerRef === null) return undefined
  const snapshot = await getProvider(provider, 'job').fetch(providerRef)
  if (snapshot.ok) return findPaymentId(db, { provider, ...snapshot })
  if (snapshot.reason !== 'rejected') throw new Error(`the provider is ${snapshot.reason}`)
  return undefined
}
