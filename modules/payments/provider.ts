import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/*
 * The port: the operations that every company taking card payments for us must support, and our own till. Above these
 * types the code speaks of payments and cents; below them, of one company's API.
 *
 * The traveller pays on the provider's own page, so no card number reaches our server (PCI SAQ A).
 * A browser that returns proves nothing, and neither does a webhook: only `fetch` returns the
 * truth.
 */

/** `till`: staff take the money, in cash or at a card terminal. */
export const PROVIDER_IDS = ['sandbox', 'stripe', 'jcc', 'till'] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]

export type NewCheckout = {
  paymentId: string
  /** At most 36 of [A-Z0-9-], chosen and stored before the first call, never reused. */
  merchantRef: string
  amount: Cents
  currency: 'EUR'
  locale: Locale
  /**
   * Read by the traveller, in their language, and in the provider's portal and logs: nothing
   * personal.
   */
  description: string
  lines: readonly { name: string; unit: Cents; quantity: number }[]
  /** On the button that leads back to us, where the provider's page has one; in their language too. */
  backToBooking: string
  email: string
  successUrl: string
  failUrl: string
  noticeUrl: string
  /** When the attempt was recorded; the same for every request for its page. */
  startedAt: Temporal.Instant
  /** When its page must be closed; this too is the same every time. */
  expiresAt: Temporal.Instant
}

export type OpenedCheckout = {
  ok: true
  providerRef: string
  redirectUrl: string
}

/** `redirectUrl` is null for a provider that returns the address of its page only once. */
export type FoundCheckout =
  | { ok: true; providerRef: string; redirectUrl: string | null }
  | { ok: true; providerRef: null }

/**
 * `rejected`: the provider refused, and will again. `unavailable`: nothing happened, try later.
 * `unknown`: it may have happened; look it up by the merchant reference, never repeat it blindly.
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

/** The provider's truth about one payment, at the moment of the call. */
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
  /** Our refund id; null if a person refunded in the provider's portal. */
  refundId: string | null
  /** The list has no ids of ours at all, so this refund may be ours without one. */
  mayBeOurs?: true
  amount: Cents
  state: 'pending' | 'succeeded' | 'failed'
}

export type Closing = { ok: true; result: 'closed' | 'already-paid' | 'already-final' }

export type RefundRequest = {
  providerRef: string
  /** The idempotency key: one id is refunded once, however often it is requested. */
  refundId: string
  amount: Cents
  currency: 'EUR'
  /** Staff have recorded the outcome of the payment's dispute, so it no longer blocks a refund. */
  isDisputeOver?: boolean
  /**
   * For a refund that was sent before, whose answer may have been lost: the provider's names of the
   * other refunds of its payment, if the provider may list it without our id.
   */
  namesOfOthers?: readonly string[]
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

/** A payment whose money was taken, as the provider's list of them names it. */
export type ListedCapture = {
  providerRef: string
  merchantRef: string | null
  /** The address of the site to which its page leads back after success; null if not kept. */
  returnUrl: string | null
  /** When the payment was begun at the provider. */
  begunAt: Temporal.Instant
}

/** One page of the list; `next` names the page after it, and is null on the last. */
export type CapturePage = { ok: true; captures: readonly ListedCapture[]; next: string | null }

export type PaymentProvider = {
  readonly id: ProviderId
  /** After a refund, this provider reports the amount asked for and no longer the amount captured. */
  readonly forgetsCaptured?: true
  /**
   * A person pays each refund by hand, some day. Until then it is `pending`, and asking often does
   * not help.
   */
  readonly refundsByHand?: true
  /** Its lists of refunds may lack our ids, so that a refund is recognised by its amount. */
  readonly mayOmitRefundIds?: true
  /** The origins of its payment pages, which forms may lead to, for the content security policy. */
  readonly pageOrigins: readonly string[]
  openCheckout(checkout: NewCheckout): Promise<OpenedCheckout | ProviderFailure>
  /** Looks up an `openCheckout` whose response was lost. */
  findByMerchantRef(
    merchantRef: string,
    startedAt: Temporal.Instant,
  ): Promise<FoundCheckout | ProviderFailure>
  /** Accepts any name of a payment that this provider's webhooks may carry. */
  fetch(providerRef: string): Promise<ProviderSnapshot | ProviderFailure>
  /**
   * Lists the payments begun since a moment whose money was taken, whoever asked for them, page by
   * page. Absent if the provider has no such list.
   */
  listCaptures?(asked: {
    since: Temporal.Instant
    page: string | null
  }): Promise<CapturePage | ProviderFailure>
  closeCheckout(providerRef: string): Promise<Closing | ProviderFailure>
  refund(refund: RefundRequest): Promise<RefundAnswer | ProviderFailure>
  /**
   * Reads a webhook and proves that the provider sent it. Never throws, whatever is sent. For a
   * webhook sent by GET, the body is the query string of its address.
   */
  parseWebhook(notice: { headers: Headers; body: Uint8Array; now: Temporal.Instant }): Notice
}
