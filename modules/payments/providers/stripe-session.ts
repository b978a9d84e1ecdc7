import type Stripe from 'stripe'
import { z } from 'zod'

import type { NewCheckout } from '#modules/payments/provider.ts'
import { invariant } from '#platform/invariant.ts'
import { LANGUAGES } from '#platform/languages.ts'

/**
 * Stripe keeps a page open for at least half an hour after the request. The page may be requested
 * until our own time for it is over, and clocks may differ, so Stripe's limit is later than ours:
 * reconcile closes the page when our time is over.
 */
const STRIPE_MINUTES = 30
const CLOCKS_DIFFER_MINUTES = 5

/**
 * The same parameters for every request of one attempt: Stripe refuses different ones under a key
 * that it knows. Only the e-mail address, which fills in a field, is personal.
 */
export function describeSession(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const { paymentId, merchantRef, amount, description, expiresAt, email } = checkout
  const total = checkout.lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0)
  invariant(total === amount, 'the lines of the page add up to the amount')
  const currency = checkout.currency.toLowerCase()
  const metadata = { payment_id: paymentId, merchant_ref: merchantRef }
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    // The button must say that it costs money (Consumer Rights Directive, article 8).
    submit_type: 'pay',
    locale: LANGUAGES[checkout.locale].bankCode,
    currency,
    // A payment in another currency would be refunded in that currency.
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ['card'],
    line_items: checkout.lines.map(({ name, unit, quantity }) => ({
      quantity,
      price_data: { currency, unit_amount: unit, product_data: { name: shortened(name) } },
    })),
    client_reference_id: merchantRef,
    // An address may have letters that Stripe does not accept; then its page asks for one.
    ...(z.email().safeParse(email).success && { customer_email: email }),
    metadata,
    payment_intent_data: { metadata, description },
    expires_at: secondsOf(expiresAt.add({ minutes: STRIPE_MINUTES + CLOCKS_DIFFER_MINUTES })),
    success_url: checkout.successUrl,
    cancel_url: checkout.failUrl,
  }
}

/** A timetable may have a very long stop name, which must not stop a checkout. */
const MAX_NAME_LENGTH = 250

function shortened(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  const start = name.slice(0, MAX_NAME_LENGTH - 1).replace(/\p{Cs}$/u, '')
  return `${start.replace(/\s+\S*$/, '')}…`
}

/** No attempt lasts longer than seats are held. */
const MAX_ATTEMPT_MINUTES = 60

/** The span in which the sessions of an attempt may have been created, by Stripe's clock. */
export function createdWithin(startedAt: Temporal.Instant): { gte: number; lte: number } {
  const differ = { minutes: CLOCKS_DIFFER_MINUTES }
  return {
    gte: secondsOf(startedAt.subtract(differ)),
    lte: secondsOf(startedAt.add({ minutes: MAX_ATTEMPT_MINUTES }).add(differ)),
  }
}

function secondsOf(moment: Temporal.Instant): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}
