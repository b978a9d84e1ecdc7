import type { Adoption } from '#modules/orders/settlement/adopt-capture.server.ts'
import type { PaymentProvider, ProviderSnapshot } from '#modules/payments/provider.ts'
import type { Database, Tx } from '#platform/db.server.ts'

/** A difference between our book and the provider's record. Sums in cents. */
export type Difference =
  /** About one payment, or about the provider's list of captures. */
  | { is: 'no-answer'; paymentId: string | null }
  | { is: 'payment'; paymentId: string; ours: Sums; theirs: Sums }
  /** The sums may agree while one refund does not. */
  | { is: 'refund'; paymentId: string; refundId: string; ours: string; theirs: string }
  /** Money that our book did not know; without a payment of ours it is refunded in the portal. */
  | {
      is: 'unknown'
      paymentId: string | null
      providerRef: string
      captured: number
      becomes: Adoption['is']
    }

type Sums = { captured: number; refunded: number }

/** I4: the captures and refunds in our book are those of the provider. */
export async function compareWithProvider(
  db: Database | Tx,
  bank: PaymentProvider,
): Promise<string[]> {
  const payments = await selectPayments(db).where('provider', '=', bank.id).execute()
  const breaches: string[] = []
  for (const payment of payments) {
    const differences = await comparePayment(db, bank, payment)
    breaches.push(...differences.map((difference) => `I4: ${describeDifference(difference)}`))
  }
  return breaches
}

/** The same for one payment. */
export async function compareOne(
  db: Database | Tx,
  bank: PaymentProvider,
  paymentId: string,
): Promise<Difference[]> {
  const payment = await selectPayments(db)
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  return comparePayment(db, bank, payment)
}

const BECOMES: Record<Adoption['is'], string> = {
  refunded: 'is being refunded',
  waits: 'waits for a decision',
  'by-hand': 'has to be refunded in the portal',
  later: 'is being paid',
}

export function describeDifference(difference: Difference): string {
  const { paymentId } = difference
  const payment = paymentId === null ? 'list of captures' : `payment ${paymentId}`
  switch (difference.is) {
    case 'no-answer':
      return `${payment}: the provider does not answer`
    case 'payment': {
      const { ours, theirs } = difference
      return (
        `${payment}: ${ours.captured} captured and ${ours.refunded} given back, ` +
        `but the provider says ${theirs.captured} and ${theirs.refunded}`
      )
    }
    case 'refund': {
      const { refundId, ours, theirs } = difference
      return `${payment}, refund ${refundId}: ${ours}, but the provider says ${theirs}`
    }
    case 'unknown': {
      const { providerRef, captured, becomes } = difference
      return `capture ${providerRef} of ${captured} was unknown, and ${BECOMES[becomes]}`
    }
    default:
      return difference satisfies never
  }
}

type Compared = Awaited<ReturnType<ReturnType<typeof selectPayments>['executeTakeFirstOrThrow']>>

function selectPayments(db: Database | Tx) {
  return db
    .selectFrom('payments')
    .select(['paymentId', 'merchantRef', 'providerRef', 'createdAt'])
    .select(['capturedCents', 'refundedCents'])
}

async function comparePayment(
  db: Database | Tx,
  bank: PaymentProvider,
  payment: Compared,
): Promise<Difference[]> {
  const { paymentId, capturedCents, refundedCents } = payment
  const snapshot = await ask(bank, payment)
  if (snapshot === 'no-answer') return [{ is: 'no-answer', paymentId }]
  const ours = { captured: capturedCents, refunded: refundedCents }
  const theirs = { captured: snapshot?.captured ?? 0, refunded: snapshot?.refunded ?? 0 }
  if (bank.forgetsCaptured && theirs.refunded > 0) theirs.captured = ours.captured
  const isEven = ours.captured === theirs.captured && ours.refunded === theirs.refunded
  return [
    ...(isEven ? [] : [{ is: 'payment', paymentId, ours, theirs } as const]),
    ...(snapshot ? await compareRefunds(db, paymentId, snapshot) : []),
  ]
}

/**
 * The provider's snapshot of this attempt; undefined if there is none under our reference and in
 * euros.
 */
async function ask(
  bank: PaymentProvider,
  { merchantRef, providerRef, createdAt }: Compared,
): Promise<ProviderSnapshot | 'no-answer' | undefined> {
  const found = providerRef ? undefined : await bank.findByMerchantRef(merchantRef, createdAt)
  if (found && !found.ok) return 'no-answer'
  const ref = providerRef ?? found?.providerRef
  if (!ref) return undefined
  const snapshot = await bank.fetch(ref)
  if (!snapshot.ok) return 'no-answer'
  const isOurs = snapshot.merchantRef === merchantRef && snapshot.currency === 'EUR'
  return isOurs ? snapshot : undefined
}

/**
 * Every refund that the provider lists is in our book, with the same amount, and paid in both or in
 * neither.
 */
async function compareRefunds(
  db: Database | Tx,
  paymentId: string,
  { refunds }: ProviderSnapshot,
): Promise<Difference[]> {
  const ours = await db
    .selectFrom('refunds')
    .select(['refundId', 'providerRef', 'amountCents', 'state'])
    .where('paymentId', '=', paymentId)
    .execute()
  return refunds.flatMap(({ refundId, providerRef, amount, state }): Difference[] => {
    const known = ours.filter((one) => one.refundId === refundId || one.providerRef === providerRef)
    const isSame = known.some(
      (one) =>
        one.amountCents === amount && (one.state === 'succeeded') === (state === 'succeeded'),
    )
    if (isSame) return []
    const [one] = known
    return [
      {
        is: 'refund',
        paymentId,
        refundId: one?.refundId ?? refundId ?? providerRef,
        ours: one ? `${one.amountCents} ${one.state}` : 'unknown',
        theirs: `${amount} ${state}`,
      },
    ]
  })
}
