import { Hono } from 'hono'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

import { startBank } from '#bank/bank.ts'
import { getProvider, rememberAddress } from '#modules/payments/providers.server.ts'
import { receiveWebhook } from '#modules/payments/webhooks.server.ts'
import { now } from '#platform/clock.server.ts'
import { env } from '#platform/settings/env.server.ts'
import type { BankId, BankProtocol, ForgedWebhook } from '#test/fakes/bank-protocol.ts'

import { asTraveller, controlOf, type Chaos, type Outage } from './bank-control.ts'
import { bankProtocol } from './bank-protocol.ts'
import { openLine } from './line.ts'
import { openPort } from './port.ts'

/*
 * A real sandbox bank for the simulation, the connection to it, and the endpoint for its callbacks.
 * The bank keeps callbacks until a test calls `tell`, so their time is known. With another
 * PAYMENT_PROVIDER it speaks the protocol of that provider.
 */

export type SimulatedBank = Awaited<ReturnType<typeof openBank>>

/** `protocol`: another form of the provider's protocol than usual. */
export async function openBank(
  id: BankId = env().PAYMENT_PROVIDER,
  protocol = bankProtocol(id).protocol,
) {
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
    ...(protocol && { protocol }),
  })
  const line = await openLine({ ...company, origin: bank.origin })
  const door = await openDoor()
  rememberAddress(id, line.origin)
  const control = controlOf(bank.origin)
  const endFaults = async () => {
    await control.chaos({})
    await control.outage({ mode: '503', calls: 0 })
  }
  await endFaults()
  return {
    ...control,
    /** Faults until the end of the test, or until there are others. */
    chaos(chaos: Chaos) {
      onTestFinished(endFaults)
      return control.chaos(chaos)
    },
    outage(outage: Outage) {
      onTestFinished(endFaults)
      return control.outage(outage)
    },
    endFaults,
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
