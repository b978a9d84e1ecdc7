import { Hono } from 'hono'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startBank } from '#bank/bank.ts'
import { receiveWebhook } from '#modules/payments/notices.server.ts'
import type { ProviderId } from '#modules/payments/provider.ts'
import { getProvider, rememberAddress } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { env } from '#platform/env.server.ts'
import type { BankProtocol, ForgedWebhook } from '#test/fakes/bank-protocol.ts'

import { bankProtocol } from './bank-protocol.ts'
import { openLine } from './line.ts'
import { openPort } from './port.ts'

/*
 * A real sandbox bank for the simulation, the connection to it, and the endpoint for its callbacks.
 * The bank keeps callbacks until a test calls `tell`, so their time is known. With another
 * PAYMENT_PROVIDER it speaks the protocol of that provider.
 */

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
type Chaos = Partial<
  Record<'duplicate' | 'drop' | 'wrong_signature' | 'delay', number> &
    Record<'reorder' | 'never' | 'before_redirect', boolean>
>
type Outage = {
  mode: '503' | 'timeout' | 'answer-lost'
  calls: number
  for?: 'open' | 'fetch' | 'close' | 'refund' | 'all'
}

export type SimulatedBank = Awaited<ReturnType<typeof openBank>>

export async function openBank(id: ProviderId = env().PAYMENT_PROVIDER) {
  const folder = mkdtempSync(join(tmpdir(), 'world-'))
  const company = bankProtocol(id)
  const { key, secret, secretBefore } = company.secrets()
  const bank = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile: join(folder, 'bank.sqlite'),
    key,
    secret,
    control: true,
    ...(company.protocol && { protocol: company.protocol }),
  })
  const line = await openLine({ ...company, origin: bank.origin })
  const door = await openDoor()
  rememberAddress(id, line.origin)
  const control = controlOf(bank.origin)
  await control.chaos({})
  return {
    ...control,
    ...asTraveller(bank.origin, company),
    ...asForger(company, door.origin),
    /** The status of its pages; `ended` is that of a page which was left and is over. */
    ways: { ...company.ways, ended: company.ways.left === 'open' ? 'expired' : company.ways.left },
    secret,
    secretBefore,
    origin: bank.origin,
    line,
    door,
    /** The bank as the shop sees it, for comparing its books with ours. */
    provider: getProvider(id, 'job'),
    async stop() {
      await Promise.all([bank.stop(), line.stop(), door.stop()])
      rmSync(folder, { recursive: true })
    },
  }
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

type Signature = { secret?: string; at?: Temporal.Instant }

/**
 * Webhooks that any sender can post to the endpoint, correctly signed if the sender knows the
 * secret.
 */
function asForger(company: BankProtocol, door: string) {
  const forge = (notice: ForgedWebhook, { secret, at = now() }: Signature = {}) =>
    company.forge(notice, secret ?? company.secrets().secret, at)
  return {
    forge,
    /** Returns the status of the response. */
    knock: async (notice: ForgedWebhook, signature: Signature = {}): Promise<number> => {
      const url = `${door}/payments/notices/${company.id}`
      const response = await fetch(url, { method: 'POST', ...forge(notice, signature) })
      return response.status
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

/** The endpoint of the callbacks: the real inbox on a real port. */
async function openDoor() {
  const app = new Hono()
  const answered: number[] = []
  app.all('/payments/notices/:provider', async (context) => {
    const { raw } = context.req
    const query = new TextEncoder().encode(new URL(raw.url).search.slice(1))
    const received = await receiveWebhook({
      provider: context.req.param('provider'),
      headers: raw.headers,
      body: raw.method === 'GET' ? query : new Uint8Array(await raw.arrayBuffer()),
      now: now(),
    })
    const status = received.ok ? 200 : received.status
    answered.push(status)
    return context.body(null, status)
  })
  app.onError((_fault, context) => {
    answered.push(500)
    return context.body(null, 500)
  })
  /** `answered`: the status of our response to each callback, in order. */
  return { ...(await openPort(app)), answered }
}
