import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { now } from '#platform/clock.server.ts'
import { newReference } from '#platform/ids.server.ts'

import { startBank, type BankOptions } from './bank.ts'

/*
 * A real bank on a free port, with a shop to call back, for tests of the bank and of what talks to
 * it. The shop writes down what it hears and answers what it is told to.
 */

export const BANK_KEY = 'key-of-the-test-shop'
export const BANK_SECRET = 'secret-of-the-test-shop'

export type BankAnswer = Record<string, unknown> & { id: string; url: string; status: string }
export type Callback = { headers: Headers; body: string; event: Record<string, string> }
export type TestBank = Awaited<ReturnType<typeof startTestBank>>

export async function startTestBank(options: Partial<BankOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bank-'))
  const databaseFile = options.databaseFile ?? join(folder, 'bank.sqlite')
  const shop = await startShop()
  const bank = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile,
    key: BANK_KEY,
    secret: BANK_SECRET,
    control: true,
    ...options,
  })
  return {
    ...speakTo(bank.origin, shop.origin),
    origin: bank.origin,
    databaseFile,
    shop,
    stopBank: () => bank.stop(),
    async stop() {
      await bank.stop()
      await shop.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The calls a shop and a browser make to a bank at this address. */
export function speakTo(bankOrigin: string, shopOrigin: string) {
  const api = async (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key = newReference(),
  ) => {
    const response = await fetch(`${bankOrigin}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${BANK_KEY}`,
        'Idempotency-Key': key,
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, answer: (await response.json()) as BankAnswer }
  }
  return {
    api,

    orderWish: (changes: object = {}) => ({
      merchant_ref: `TEST-${newReference()}`,
      amount: 2700,
      currency: 'EUR',
      locale: 'en',
      description: 'Order 7K3MWQ2P',
      lines: [{ name: 'Nicosia to Larnaca Airport, adult', unit: 900, quantity: 3 }],
      success_url: `${shopOrigin}/success`,
      fail_url: `${shopOrigin}/fail`,
      notify_url: `${shopOrigin}/notice`,
      expires_at: now().add({ minutes: 15 }).toString(),
      ...changes,
    }),

    async openOrder(changes: object = {}): Promise<BankAnswer> {
      return (await api('POST', '/orders', this.orderWish(changes))).answer
    },

    async look(id: string): Promise<BankAnswer> {
      return (await api('GET', `/orders/${id}`)).answer
    },

    async control(path: string, body: object = {}): Promise<BankAnswer> {
      const response = await fetch(`${bankOrigin}/control${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return (await response.json()) as BankAnswer
    },

    /** Sends a form as a browser does, and stays where the bank first answers. */
    submit: (url: string, fields: Record<string, string>) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),

    payWith: (order: BankAnswer, number: string) =>
      fetch(order.url, {
        method: 'POST',
        body: new URLSearchParams({ ...CARD_DETAILS, number }),
        redirect: 'manual',
      }),
  }
}

export const CARD_DETAILS = { expiry: '12/39', cvc: '123', name: 'Test Traveller' }

/** The signature as the specification says it, made here a second time. */
export function signatureOf(body: string, seconds: string, secret = BANK_SECRET): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

/** As JSON, or as a form, by whichever face was told. */
function eventIn(body: string): Record<string, string> {
  if (body.startsWith('{')) return JSON.parse(body) as Record<string, string>
  return Object.fromEntries(new URLSearchParams(body))
}

async function startShop() {
  const heard: Callback[] = []
  const answers: number[] = []
  let wake: (() => void) | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const query = new URL(request.url ?? '', 'http://shop').search.slice(1)
    const body = request.method === 'GET' ? query : Buffer.concat(chunks).toString()
    const headers = new Headers(request.headers as Record<string, string>)
    heard.push({ headers, body, event: eventIn(body) })
    response.writeHead(answers.shift() ?? 200).end()
    wake?.()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    /** What it says to the next calls; 200 to those after. */
    answerNext: (...statuses: number[]) => void answers.push(...statuses),
    /** Waits until it has heard so much in all. */
    async hear(count: number): Promise<Callback[]> {
      while (heard.length < count) await new Promise<void>((called) => (wake = called))
      return heard
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
