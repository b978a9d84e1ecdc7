import { randomUUID } from 'node:crypto'

import type { FullProtocol } from '#bank/full-protocol.ts'
import { newReference } from '#platform/ids.server.ts'
import { env } from '#platform/settings/env.server.ts'
import type { BankProtocol } from '#test/fakes/bank-protocol.ts'

import { makeCallback } from './callbacks.ts'
import { makeJccProtocol, type JccProtocolSettings } from './protocol.ts'

/** JCC as a bank of the simulation. */
export const JCC_BANK: BankProtocol = {
  id: 'jcc',
  get protocol() {
    return jccProtocol()
  },
  secrets: () => ({ key: 'not a key, but a user and a password', ...tokens() }),
  api: '/payment/rest/*',
  nameCall(_method, path, body) {
    if (path.endsWith('/register.do')) return 'open'
    if (path.endsWith('/decline.do')) return 'close'
    if (path.endsWith('/refund.do')) return 'refund'
    return new URLSearchParams(body).has('orderId') ? 'fetch' : 'find'
  },
  /** The button on its page leads back to the shop and leaves the page open. */
  ways: { closed: 'declined', left: 'open', tellsPageAgain: false, datesNotices: false },
  forge({ is = 'paid', providerRef = randomUUID(), merchantRef = 'NOBODY-1' }, token) {
    const said = { mdOrder: providerRef, orderNumber: merchantRef, refNum: newReference() }
    const parameters = { ...said, ...OPERATIONS[is] }
    const { headers, body = '' } = makeCallback('', 'POST', parameters, { token })
    return { headers, body }
  },
}

const OPERATIONS = {
  paid: { operation: 'deposited', status: '1' },
  expired: { operation: 'declinedByTimeout', status: '1' },
  cancelled: { operation: 'deposited', status: '0' },
  refunded: { operation: 'refunded', status: '1' },
} as const

/** JCC's protocol for the shop of the simulation, as this kind of merchant. */
export function jccProtocol(merchant: Partial<JccProtocolSettings> = {}): FullProtocol {
  const { JCC_USER: user = '', JCC_PASSWORD: password = '' } = env()
  return makeJccProtocol({ user, password, token: tokens().secret, ...merchant })
}

function tokens() {
  const { JCC_CALLBACK_TOKEN = '', JCC_CALLBACK_TOKEN_BEFORE = '' } = env()
  return { secret: JCC_CALLBACK_TOKEN, secretBefore: JCC_CALLBACK_TOKEN_BEFORE }
}
