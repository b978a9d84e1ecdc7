import { getWebhook, markProcessed, type NoticeName } from '#modules/payments/notices.server.ts'
import { findPaymentId } from '#modules/payments/payments.server.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { raiseAlert } from '#platform/alert.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { reconcile } from './reconcile.server.ts'

/**
 * Does what a notice is for: has the provider asked about the payment it names. Nothing it says is
 * believed beyond that name, and one that names none is only kept.
 *
 * @throws while the provider cannot be reached, so that the job comes again
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
    if (result?.unreachable) throw new Error(`notice ${noticeId}: the provider does not answer`)
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
 * A provider may have another name for a payment than the one we keep: of a dispute Stripe tells
 * with the name of the charge's intent. It knows whose that is.
 */
async function findByOtherName({ provider, providerRef }: Names): Promise<string | undefined> {
  if (providerRef === null) return undefined
  const snapshot = await getProvider(provider, 'job').fetch(providerRef)
  if (snapshot.ok) return findPaymentId(db, { provider, ...snapshot })
  if (snapshot.reason !== 'rejected') throw new Error(`the provider is ${snapshot.reason}`)
  return undefined
}
