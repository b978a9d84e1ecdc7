import { newAccessToken } from '#platform/ids.server.ts'
import { env } from '#platform/settings/env.server.ts'
import type { BankProtocol } from '#test/fakes/bank-protocol.ts'

import { signed, toEvent } from './events.ts'
import { stripeProtocol } from './protocol.ts'

/** Stripe as a bank of the simulation. */
export const STRIPE_BANK: BankProtocol = {
  id: 'stripe',
  get protocol() {
    return stripeProtocol()
  },
  secrets: () => {
    const { STRIPE_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_WEBHOOK_SECRET_BEFORE } = env()
    const secretBefore = STRIPE_WEBHOOK_SECRET_BEFORE ?? ''
    return { key: STRIPE_KEY, secret: STRIPE_WEBHOOK_SECRET, secretBefore }
  },
  api: '/v1/*',
  nameCall(method, path) {
    if (path.endsWith('/expire')) return 'close'
    if (path === '/v1/checkout/sessions') return method === 'POST' ? 'open' : 'find'
    return path === '/v1/refunds' && method === 'POST' ? 'refund' : 'fetch'
  },
  /** A page that the visitor leaves stays open, so that the visitor can return to it. */
  ways: { closed: 'expired', left: 'open', tellsPageAgain: true, datesNotices: true },
  forge({ is = 'paid', providerRef, merchantRef = null }, secret, at) {
    const session = {
      id: providerRef,
      object: 'checkout.session',
      client_reference_id: merchantRef,
    }
    const unnamed = { id: 'ch_1', object: 'charge', metadata: { merchant_ref: merchantRef } }
    const object = providerRef === undefined ? unnamed : session
    const body = JSON.stringify(toEvent(`evt_${newAccessToken()}`, KINDS[is], object, at))
    return { headers: signed(body, secret, at), body }
  },
}

const KINDS = {
  paid: 'checkout.session.completed',
  expired: 'checkout.session.expired',
  cancelled: 'checkout.session.async_payment_failed',
  refunded: 'charge.refunded',
} as const
