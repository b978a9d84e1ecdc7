import type { FullProtocol } from '#bank/full-protocol.ts'
import { sign, SIGNATURE_HEADER } from '#bank/signature.server.ts'
import type { PaymentState } from '#modules/payments/payment-state.ts'
import type { ProviderId } from '#modules/payments/provider.ts'
import { env } from '#platform/env.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { JCC_BANK } from '#test/fakes/jcc/world.ts'
import { STRIPE_BANK } from '#test/fakes/stripe/world.ts'

import type { Call } from './line.ts'

/*
 * The payment providers of the simulation. Each edge case runs with each of them: the same bank
 * behind, with the protocol of that provider in front.
 */

type Ended = Extract<PaymentState, 'cancelled' | 'expired' | 'declined'>

export type BankProtocol = {
  id: ProviderId
  /** None for the sandbox bank, which is itself. */
  protocol?: FullProtocol
  /** What the shop shows to the bank, and what the bank signs with. */
  secrets: () => { key: string; secret: string; secretBefore: string }
  /** The paths that the shop's server calls, and the meaning of each call. */
  api: string
  nameCall: (method: string, path: string, body: string) => Call
  ways: {
    /**
     * The status of a page that the shop closes, and of one that the traveller leaves by its
     * button.
     */
    closed: Ended
    left: Ended | 'open'
    /** Returns the address of an open page again when asked, if the first response was lost. */
    tellsPageAgain: boolean
    /** A webhook says when it was sent. */
    datesNotices: boolean
  }
  /** A webhook made by the test, signed as this provider signs. */
  forge: (notice: ForgedWebhook, secret: string, at: Temporal.Instant) => Forgery
}

/** A forged webhook carries only the given fields. */
export type ForgedWebhook = {
  is?: 'paid' | 'expired' | 'cancelled' | 'refunded'
  providerRef?: string
  merchantRef?: string
}
export type Forgery = { headers: Record<string, string>; body: string }

const SANDBOX_BANK: BankProtocol = {
  id: 'sandbox',
  secrets: () => {
    const { BANK_KEY, BANK_SECRET, BANK_SECRET_BEFORE = '' } = env()
    return { key: BANK_KEY, secret: BANK_SECRET, secretBefore: BANK_SECRET_BEFORE }
  },
  api: '/api/*',
  nameCall(method, path) {
    if (path.endsWith('/close')) return 'close'
    if (path.endsWith('/refunds')) return 'refund'
    if (method === 'POST') return 'open'
    return path === '/api/orders' ? 'find' : 'fetch'
  },
  ways: { closed: 'cancelled', left: 'cancelled', tellsPageAgain: true, datesNotices: true },
  forge({ is = 'paid', providerRef, merchantRef = null }, secret, at) {
    const id = `evt_${newAccessToken()}`
    const type = is === 'refunded' ? 'refund.succeeded' : `order.${is}`
    const event = { id, type, order_id: providerRef ?? null, merchant_ref: merchantRef }
    const body = JSON.stringify(event)
    return { headers: { [SIGNATURE_HEADER]: sign(body, secret, at) }, body }
  },
}

const PROTOCOLS: Record<ProviderId, BankProtocol> = {
  sandbox: SANDBOX_BANK,
  stripe: STRIPE_BANK,
  jcc: JCC_BANK,
}

export function bankProtocol(id: ProviderId): BankProtocol {
  return PROTOCOLS[id]
}
