import type Stripe from 'stripe'

import { refundedOf, type DeclineCode, type Order, type Refund } from '#bank/order.ts'

/* An order of the bank's books as the Stripe objects for it. */

/** Session fields that the books have no column for. */
export type Kept = { session: Stripe.Metadata; intent: Stripe.Metadata; email: string | null }

export function keptOf({ metadata }: Order): Kept {
  return JSON.parse(metadata.kept ?? '') as Kept
}

export const INTENT = 'pi_'
const CHARGE = 'ch_'

/** Related objects share one id under different prefixes: `cs_test_a1` has the intent `pi_a1`. */
export function nameOf(order: Order, kind: string): string {
  return kind + order.id.replace('cs_test_', '')
}

const INTENT_STATUS: Record<Order['status'], Stripe.PaymentIntent.Status> = {
  open: 'requires_payment_method',
  processing: 'processing',
  paid: 'succeeded',
  declined: 'requires_payment_method',
  expired: 'canceled',
  cancelled: 'canceled',
}

const SESSION_STATUS: Record<Order['status'], Stripe.Checkout.Session.Status> = {
  open: 'open',
  processing: 'complete',
  paid: 'complete',
  declined: 'complete',
  expired: 'expired',
  cancelled: 'expired',
}

/**
 * The books need unique references; a suffix after this sign separates two payments with the same
 * one.
 */
export const APART = '#'

export function toSession(order: Order, url: string, expand: readonly string[] = []) {
  const { session: metadata, email } = keptOf(order)
  return {
    id: order.id,
    object: 'checkout.session',
    amount_subtotal: order.amount,
    amount_total: order.amount,
    cancel_url: order.failUrl,
    client_reference_id: order.merchantRef.split(APART)[0] ?? null,
    created: secondsOf(order.createdAt),
    currency: order.currency.toLowerCase(),
    customer_email: email,
    expires_at: secondsOf(order.expiresAt),
    livemode: false,
    locale: order.locale,
    metadata,
    mode: 'payment',
    payment_intent: showIntent(order, expand),
    payment_status: order.status === 'paid' ? 'paid' : 'unpaid',
    status: SESSION_STATUS[order.status],
    success_url: order.successUrl,
    ui_mode: 'hosted_page',
    url: order.status === 'open' ? url : null,
  } satisfies Shown<Stripe.Checkout.Session>
}

/** With the current version of the API an intent exists from the first card that is tried. */
function showIntent(order: Order, expand: readonly string[]) {
  const wasTried = order.card !== null || order.captured > 0 || order.lastDecline !== null
  if (!wasTried) return null
  const isExpanded = expand.some((path) => path.startsWith('payment_intent'))
  if (!isExpanded) return nameOf(order, INTENT)
  const isWithCharge = expand.some((path) => path.startsWith('payment_intent.latest_charge'))
  const charge = toCharge(order)
  const isWithRefunds = expand.includes('payment_intent.latest_charge.refunds')
  const refunds = order.refunds.map((refund) => toRefund(order, refund))
  const shown = isWithRefunds ? { ...charge, refunds: listOf(refunds.toReversed(), 10) } : charge
  return { ...toIntent(order), latest_charge: isWithCharge ? shown : charge.id }
}

export function toIntent(order: Order) {
  return {
    id: nameOf(order, INTENT),
    object: 'payment_intent',
    amount: order.amount,
    amount_received: order.captured,
    currency: order.currency.toLowerCase(),
    description: order.description,
    last_payment_error:
      order.lastDecline && order.status !== 'paid' ? toCardError(order.lastDecline) : null,
    latest_charge: nameOf(order, CHARGE),
    livemode: false,
    metadata: keptOf(order).intent,
    status: INTENT_STATUS[order.status],
  } satisfies Shown<Stripe.PaymentIntent>
}

/**
 * Some reasons are a code of their own; most are the issuer's decline code under one common code.
 */
const CARD_ERRORS: Record<DeclineCode, { code: string; decline_code?: string }> = {
  do_not_honour: { code: 'card_declined', decline_code: 'do_not_honor' },
  insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expired_card: { code: 'expired_card', decline_code: 'expired_card' },
  incorrect_cvc: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' },
  authentication_failed: { code: 'payment_intent_authentication_failure' },
  authentication_cancelled: { code: 'payment_intent_authentication_failure' },
  authentication_timeout: { code: 'payment_intent_authentication_failure' },
  issuer_timeout: { code: 'card_declined', decline_code: 'issuer_not_available' },
}

function toCardError(decline: DeclineCode) {
  return {
    type: 'card_error',
    message: 'Your card was declined.',
    ...CARD_ERRORS[decline],
  } as const
}

export function toCharge(order: Order) {
  const { card, captured } = order
  const refunded = refundedOf(order)
  return {
    id: nameOf(order, CHARGE),
    object: 'charge',
    amount: captured || order.amount,
    amount_captured: captured,
    amount_refunded: refunded,
    captured: captured > 0,
    currency: order.currency.toLowerCase(),
    disputed: order.disputed,
    livemode: false,
    metadata: keptOf(order).intent,
    paid: captured > 0,
    payment_intent: nameOf(order, INTENT),
    payment_method_details: card && {
      type: 'card',
      card: { brand: card.brand.toLowerCase(), last4: card.last4, country: 'CY' },
    },
    refunded: captured > 0 && refunded === captured,
    status: captured > 0 ? 'succeeded' : order.status === 'processing' ? 'pending' : 'failed',
  }
}

export function toRefund(order: Order, { id, refundId, amount, state }: Refund) {
  // The books keep one string per refund, Stripe any number. A refund made in the portal has none.
  const metadata = refundId === null ? {} : (JSON.parse(refundId) as Stripe.Metadata)
  return {
    id,
    object: 'refund',
    amount,
    charge: nameOf(order, CHARGE),
    currency: order.currency.toLowerCase(),
    metadata,
    payment_intent: nameOf(order, INTENT),
    status: state,
    ...(state === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  } satisfies Shown<Stripe.Refund>
}

/** A dispute names the charge and the intent, but carries none of our metadata. */
export function toDispute(order: Order) {
  return {
    id: nameOf(order, 'du_'),
    object: 'dispute',
    amount: order.captured,
    charge: nameOf(order, CHARGE),
    currency: order.currency.toLowerCase(),
    livemode: false,
    metadata: {},
    payment_intent: nameOf(order, INTENT),
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies Shown<Stripe.Dispute>
}

export function listOf<One extends { id: string }>(all: readonly One[], limit: number) {
  return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit, url: '/v1' }
}

export function secondsOf(moment: Temporal.Instant): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

/** Some of the fields of an object, with the names and types from the library. */
type Shown<Whole> = { [Name in keyof Whole]?: unknown } & Record<never, never>
