import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { now } from '#platform/clock.server.ts'
import type { ContractPeer } from '#test/contracts/payment-provider.ts'
import type { TestBank } from '#test/fixtures/bank.ts'

type Events = Omit<ContractPeer, 'provider' | 'unreachable' | 'noticeUrl' | 'ways'>

/** The events of a payment at the sandbox bank, whichever provider's protocol it speaks. */
export function faultsAt(bank: TestBank): Events {
  const page = (ref: string) => ({ id: ref, url: `${bank.origin}/pay/${ref}`, status: 'open' })
  return {
    pay: async (ref) => void (await bank.payWith(page(ref), '4111111111111111')),
    decline: async (ref) =>
      void (await bank.control(`/orders/${ref}/decline`, { code: 'insufficient_funds' })),
    expire: async (ref) => void (await bank.control(`/orders/${ref}/expire`)),
    cancel: async (ref) => void (await bank.submit(`${bank.origin}/pay/${ref}/cancel`, {})),
    startProcessing: async (ref) => void (await bank.payWith(page(ref), '4000000000000119')),
    failNext: async (how) =>
      void (await bank.control('/outage', { mode: how === 'busy' ? '503' : how, calls: 1 })),
    async hearNotice(ref) {
      await bank.control(`/orders/${ref}/deliver_now`)
      const heard = bank.shop.heard.find(({ body }) => body.includes(ref))
      if (!heard) throw new Error('No webhook arrived')
      return { headers: heard.headers, body: new TextEncoder().encode(heard.body), now: now() }
    },
    stop: () => bank.stop(),
  }
}

/** An address where no server listens: its port was free a moment ago. */
export async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}
