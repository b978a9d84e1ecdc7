import { sign, SIGNATURE_HEADER } from '#bank/signature.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { env } from '#platform/settings/env.server.ts'
import type { BankId, BankProtocol } from '#test/fakes/bank-protocol.ts'
import { JCC_BANK } from '#test/fakes/jcc/jcc-bank.ts'
import { STRIPE_BANK } from '#test/fakes/stripe/stripe-bank.ts'

/*
 * The payment providers of the simulation. Each edge case runs with each of them: the same bank
 * behind, with the protocol of that provider in front.
 */

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

const PROTOCOLS: Record<BankId, BankProtocol> = {
  sandbox: SANDBOX_BANK,
  stripe: STRIPE_BANK,
  jcc: JCC_BANK,
}

export function bankProtocol(id: BankId): BankProtocol {
  return PROTOCOLS[id]
}
