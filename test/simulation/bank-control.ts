import { env } from '#platform/settings/env.server.ts'

import { bankProtocol } from './bank-protocol.ts'

/* Acts at a running bank: by a traveller on its pages, and by a test behind its counter. */

export const CARDS = {
  good: '4111111111111111',
  challenge: '5555555555555599',
  declined: '4000000000000002',
  processing: '4000000000000119',
  issuerSilent: '4000000000006975',
  refundFails: '4000000000005126',
} as const
export type Card = keyof typeof CARDS

/** The bank's treatment of callbacks; see sandbox-bank/fault-settings.ts. */
export type Chaos = Partial<
  Record<'duplicate' | 'drop' | 'wrong_signature' | 'delay', number> &
    Record<'reorder' | 'never' | 'before_redirect', boolean>
>
export type Outage = {
  mode: '503' | 'timeout' | 'answer-lost'
  calls: number
  for?: 'open' | 'fetch' | 'close' | 'refund' | 'all'
}

export function controlOf(origin: string) {
  const control = async (path: string, body: object = {}) => {
    const response = await fetch(`${origin}/control${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`the bank's control responds with ${response.status} to ${path}`)
    return (await response.json()) as { id: string; status: string }
  }
  return {
    control,
    /** Faults in the callbacks of orders opened from now on. None is sent automatically. */
    chaos: (chaos: Chaos) => control('/chaos', { never: true, ...chaos }),
    outage: (outage: Outage) => control('/outage', outage),
    /** Delivers all waiting callbacks about this payment now. */
    tell: (providerRef: string) => control(`/orders/${providerRef}/deliver_now`),
  }
}

/** The acts of a browser on the bank's pages. Each returns the final address. */
export function asTraveller(origin: string, { ways } = bankProtocol(env().PAYMENT_PROVIDER)) {
  const details = { expiry: '12/39', cvc: '123', name: 'Test Traveller' }
  return {
    payAtBank: async (url: string, card: Card = 'good'): Promise<string> => {
      const next = await submit(url, { ...details, number: CARDS[card] })
      return card === 'challenge' ? submit(next, { code: '123456' }) : next
    },
    cancelAtBank,
    /** Leaves the page so that it is over: with some providers not by the button but by expiry. */
    leaveForGood: async (url: string): Promise<void> => {
      await cancelAtBank(url)
      if (ways.left !== 'open') return
      const { pathname } = new URL(url)
      await fetch(`${origin}/control/orders${pathname.replace(/^\/pay/, '')}/expire`, {
        method: 'POST',
      })
    },
  }
}

/** Presses the bank's own cancel button. */
function cancelAtBank(url: string): Promise<string> {
  return submit(`${url}/cancel`, {})
}

/** Submits a form as a browser does, without following the bank's redirect. */
async function submit(url: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields)
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  await response.body?.cancel()
  return new URL(response.headers.get('Location') ?? url, url).href
}
