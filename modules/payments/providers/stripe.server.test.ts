import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { startTestBank } from '#bank/bank-for-tests.ts'
import { now } from '#platform/clock.server.ts'
import { stripeFace } from '#test/fakes/stripe/face.ts'

import { testProviderContract, type ContractPeer } from './provider-contract.ts'
import { createStripeProvider } from './stripe.server.ts'

const KEY = 'sk_test_keyOfTheTests'
const SECRET = 'whsec_secretOfTheTests'

testProviderContract('stripe', async (): Promise<ContractPeer> => {
  let webhook = ''
  const face = stripeFace({ webhook: () => webhook })
  const bank = await startTestBank({ key: KEY, secret: SECRET, face })
  webhook = `${bank.shop.origin}/notice`
  const page = (ref: string) => ({ id: ref, url: `${bank.origin}/pay/${ref}`, status: 'open' })
  const payWith = async (ref: string, card: string) => void (await bank.payWith(page(ref), card))
  return {
    provider: createStripeProvider({ url: bank.origin, key: KEY, secret: SECRET }),
    unreachable: createStripeProvider({ url: await addressOfNobody(), key: KEY, secret: SECRET }),
    noticeUrl: webhook,
    ways: {
      ends: { decline: 'open', cancel: 'open', close: 'expired' },
      opensAgain: true,
      refusesUsedReferences: false,
      datesNotices: true,
      signsIn: 'headers',
    },
    pay: (ref) => payWith(ref, '4111111111111111'),
    decline: (ref) => payWith(ref, '4000000000009995'),
    expire: async (ref) => void (await bank.control(`/orders/${ref}/expire`)),
    cancel: async (ref) => void (await bank.submit(`${bank.origin}/pay/${ref}/cancel`, {})),
    startProcessing: (ref) => payWith(ref, '4000000000000119'),
    failNext: async (how) =>
      void (await bank.control('/outage', { mode: how === 'busy' ? '503' : how, calls: 1 })),
    async hearNotice(ref) {
      await bank.control(`/orders/${ref}/deliver_now`)
      const heard = bank.shop.heard.find(({ body }) => body.includes(`"${ref}"`))
      if (!heard) throw new Error('No notice came')
      return { headers: heard.headers, body: new TextEncoder().encode(heard.body), now: now() }
    },
    stop: () => bank.stop(),
  }
})

async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}
