import type { PaymentProvider } from '#modules/payments/provider.ts'
import type { Database, Tx } from '#platform/db.server.ts'

/** I4: what the provider says was captured and given back is what our book says. */
export async function compareWithProvider(
  db: Database | Tx,
  bank: PaymentProvider,
): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .select([
      'paymentId',
      'merchantRef',
      'providerRef',
      'capturedCents',
      'refundedCents',
      'createdAt',
    ])
    .where('provider', '=', bank.id)
    .execute()
  const breaches: string[] = []
  for (const { paymentId, capturedCents, refundedCents, ...names } of payments) {
    const theirs = await ask(bank, names)
    if (!theirs) breaches.push(`I4: payment ${paymentId}: the provider does not answer`)
    else if (theirs.captured !== capturedCents || theirs.refunded !== refundedCents) {
      breaches.push(
        `I4: payment ${paymentId}: ${capturedCents} captured and ${refundedCents} given back, ` +
          `but the provider says ${theirs.captured} and ${theirs.refunded}`,
      )
    }
  }
  return breaches
}

type Names = { merchantRef: string; providerRef: string | null; createdAt: Temporal.Instant }

const NOTHING = { captured: 0, refunded: 0 }

/** What was paid in euros for this attempt. Under a reference that is not ours it was for another. */
async function ask(
  bank: PaymentProvider,
  { merchantRef, providerRef, createdAt }: Names,
): Promise<typeof NOTHING | undefined> {
  const found = providerRef ? undefined : await bank.findByMerchantRef(merchantRef, createdAt)
  if (found && !found.ok) return undefined
  const ref = providerRef ?? found?.providerRef
  if (!ref) return NOTHING
  const snapshot = await bank.fetch(ref)
  if (!snapshot.ok) return undefined
  const isOurs = snapshot.merchantRef === merchantRef && snapshot.currency === 'EUR'
  return isOurs ? { captured: snapshot.captured, refunded: snapshot.refunded } : NOTHING
}
