import type Stripe from 'stripe'

import type {
  DeclineReason,
  ListedCapture,
  ProviderRefund,
  ProviderSnapshot,
  ProviderStatus,
} from '#modules/payments/provider.ts'
import { cents } from '#platform/money.ts'

/* Stripe's session, intent and charge in the terms of the port. */

type Session = Stripe.Checkout.Session
type Intent = Stripe.PaymentIntent

/** `refunds` must be complete; a session includes only the newest. */
export function toSnapshot(session: Session, refunds: readonly Stripe.Refund[]): ProviderSnapshot {
  const intent = intentOf(session)
  const charge = chargeOf(intent)
  const given = refunds.map(toProviderRefund)
  const lastError = intent?.last_payment_error ?? null
  return {
    ok: true,
    providerRef: session.id,
    status: statusOf(session, intent),
    amount: session.amount_total ?? 0,
    currency: (intent?.currency ?? session.currency ?? '').toUpperCase(),
    merchantRef: session.client_reference_id,
    captured: cents(intent?.amount_received ?? 0),
    refunded: cents(
      given.reduce((sum, { state, amount }) => sum + (state === 'succeeded' ? amount : 0), 0),
    ),
    refunds: given,
    disputed: charge?.disputed ?? false,
    lastDecline: lastError && toDeclineReason(lastError),
    card: cardOf(charge),
  }
}

export function toListedCapture(session: Session): ListedCapture {
  return {
    providerRef: session.id,
    merchantRef: session.client_reference_id,
    returnUrl: session.success_url,
    begunAt: Temporal.Instant.fromEpochMilliseconds(session.created * 1000),
  }
}

/** An intent that is not expanded is only an id. */
export function intentOf({ payment_intent: intent }: Session): Intent | null {
  return typeof intent === 'string' ? null : intent
}

export function chargeOf(intent: Intent | null): Stripe.Charge | null {
  const charge = intent?.latest_charge ?? null
  return typeof charge === 'string' ? null : charge
}

/** Received money means paid, whatever the session says. */
function statusOf(
  { status, payment_status: paid }: Session,
  intent: Intent | null,
): ProviderStatus {
  if (paid === 'paid' || (intent?.amount_received ?? 0) > 0) return 'paid'
  if (status === 'open') return 'open'
  if (status === 'expired') return 'expired'
  // Complete but not paid: the bank has not decided yet, or has refused in the end.
  const hasFailed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return hasFailed ? 'declined' : 'processing'
}

export function toProviderRefund({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  return {
    providerRef: id,
    refundId: metadata?.refund_id ?? null,
    amount: cents(amount),
    state: refundState(status),
  }
}

/** `pending` may still need an action of the recipient; a cancelled refund never arrives. */
function refundState(status: string | null): ProviderRefund['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

function cardOf(charge: Stripe.Charge | null): ProviderSnapshot['card'] {
  const { brand, last4 } = charge?.payment_method_details?.card ?? {}
  return brand && last4 ? { brand: BRANDS[brand] ?? brand, last4 } : null
}

/** Stripe's own codes and, where it only reports `card_declined`, those of the card's bank. */
const DECLINES: Record<string, DeclineReason> = {
  authentication_required: 'authentication-failed',
  call_issuer: 'try-other-card',
  card_not_supported: 'try-other-card',
  card_velocity_exceeded: 'limit-exceeded',
  currency_not_supported: 'try-other-card',
  do_not_honor: 'try-other-card',
  do_not_try_again: 'try-other-card',
  expired_card: 'card-expired',
  fraudulent: 'fraud-suspected',
  generic_decline: 'try-other-card',
  incorrect_cvc: 'bad-cvc',
  incorrect_number: 'bad-card-number',
  insufficient_funds: 'insufficient-funds',
  invalid_account: 'try-other-card',
  invalid_cvc: 'bad-cvc',
  invalid_expiry_month: 'card-expired',
  invalid_expiry_year: 'card-expired',
  invalid_number: 'bad-card-number',
  issuer_not_available: 'issuer-unavailable',
  lost_card: 'lost-or-stolen',
  merchant_blacklist: 'fraud-suspected',
  mobile_device_authentication_required: 'authentication-failed',
  not_permitted: 'try-other-card',
  payment_intent_authentication_failure: 'authentication-failed',
  pickup_card: 'lost-or-stolen',
  processing_error: 'issuer-unavailable',
  reenter_transaction: 'issuer-unavailable',
  restricted_card: 'try-other-card',
  stolen_card: 'lost-or-stolen',
  transaction_not_allowed: 'try-other-card',
  try_again_later: 'issuer-unavailable',
  withdrawal_count_limit_exceeded: 'limit-exceeded',
}

type LastError = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code'>

export function toDeclineReason({ code, decline_code: bankSays }: LastError): DeclineReason {
  const reason = DECLINES[bankSays ?? ''] ?? DECLINES[code ?? '']
  return reason ?? (code === 'card_declined' ? 'try-other-card' : 'unknown')
}
