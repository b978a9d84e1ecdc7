import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/*
 * The port: what a company that takes card payments for us must be able to do. Above these types
 * the code speaks of payments and cents; below them, of one company's API.
 *
 * The traveller pays on the provider's own page, so no card number reaches our server (PCI SAQ A).
 * A browser coming back proves nothing, and neither does a notice: only `fetch` tells what is true.
 */

export const PROVIDER_IDS = ['sandbox', 'stripe', 'jcc'] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]

export type NewCheckout = {
  paymentId: string
  /** At most 36 of [A-Z0-9-], chosen and stored before the first call, never used again. */
  merchantRef: string
  amount: Cents
  currency: 'EUR'
  locale: Locale
  /** Read by the traveller, in their language, and in the provider's portal and logs: nothing personal. */
  description: string
  lines: readonly { name: string; unit: Cents; quantity: number }[]
  email: string
  successUrl: string
  failUrl: string
  noticeUrl: string
  /** When the attempt was written down; the same however often its page is asked for. */
  startedAt: Temporal.Instant
  /** When its page is to be closed; this too is the same each time. */
  expiresAt: Temporal.Instant
}

export type OpenedCheckout = {
  ok: true
  providerRef: string
  redirectUrl: string
}

/** Some companies tell the address of their page only once. */
export type FoundCheckout =
  | { ok: true; providerRef: string; redirectUrl: string | null }
  | { ok: true; providerRef: null }

/**
 * `rejected`: the provider said no, and will again. `unavailable`: nothing happened, try later.
 * `unknown`: it may have happened; look it up by the merchant reference, never do it again blindly.
 */
export type ProviderFailure = { ok: false; reason: 'rejected' | 'unavailable' | 'unknown' }

export type DeclineReason =
  | 'insufficient-funds'
  | 'card-expired'
  | 'bad-cvc'
  | 'bad-card-number'
  | 'lost-or-stolen'
  | 'limit-exceeded'
  | 'authentication-failed'
  | 'issuer-unavailable'
  | 'fraud-suspected'
  | 'try-other-card'
  | 'timeout'
  | 'unknown'

export type ProviderStatus = 'open' | 'processing' | 'paid' | 'declined' | 'expired' | 'cancelled'

/** The provider's truth about one payment, at the moment it was asked. */
export type ProviderSnapshot = {
  ok: true
  providerRef: string
  status: ProviderStatus
  amount: number
  currency: string
  merchantRef: string | null
  captured: Cents
  refunded: Cents
  refunds: readonly ProviderRefund[]
  disputed: boolean
  lastDecline: DeclineReason | null
  card: { brand: string; last4: string } | null
}

export type ProviderRefund = {
  providerRef: string
  /** Our refund id; null when somebody refunded in the provider's portal. */
  refundId: string | null
  amount: Cents
  state: 'pending' | 'succeeded' | 'failed'
}

export type Closing = { ok: true; result: 'closed' | 'already-paid' | 'already-final' }

export type RefundRequest = {
  providerRef: string
  /** The idempotency key: the same id is refunded once, however often it is asked for. */
  refundId: string
  amount: Cents
  currency: 'EUR'
  /** A person has said how a dispute of the payment ended, so it stops nothing any more. */
  isDisputeOver?: boolean
}

export type RefundAnswer = {
  ok: true
  providerRef: string
  state: 'pending' | 'succeeded' | 'failed'
}

export type Notice =
  | {
      ok: true
      /** Unique per event of this provider. */
      noticeId: string
      kind: string
      providerRef: string | null
      merchantRef: string | null
    }
  /** `of-another-mode`: genuine, but about test payments while we take real money, or the reverse. */
  | { ok: false; reason: 'not-genuine' | 'malformed' | 'stale' | 'of-another-mode' }

export type PaymentProvider = {
  readonly id: ProviderId
  /** Once something went back it tells what was asked for, and no longer what was captured. */
  readonly forgetsCaptured?: true
  /** Where a form may lead: the origins of its payment pages, for the content security policy. */
  readonly pageOrigins: readonly string[]
  openCheckout(checkout: NewCheckout): Promise<OpenedCheckout | ProviderFailure>
  /** What became of an `openCheckout` whose answer was lost. */
  findByMerchantRef(
    merchantRef: string,
    startedAt: Temporal.Instant,
  ): Promise<FoundCheckout | ProviderFailure>
  /** By any name that a notice of this provider may bring. */
  fetch(providerRef: string): Promise<ProviderSnapshot | ProviderFailure>
  closeCheckout(providerRef: string): Promise<Closing | ProviderFailure>
  refund(refund: RefundRequest): Promise<RefundAnswer | ProviderFailure>
  /**
   * Reads a notice and proves that the provider sent it. Never throws, whatever is sent. Of a notice
   * that came by GET the body is what stood in the address after the question mark.
   */
  parseWebhook(notice: { headers: Headers; body: Uint8Array; now: Temporal.Instant }): Notice
}
