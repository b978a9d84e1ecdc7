import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

import { testProviderContract, type ContractPeer } from '#test/contracts/payment-provider.ts'
import { addressOfNobody, faultsAt } from '#test/fakes/faults.ts'
import { BANK_KEY, BANK_SECRET, signatureOf, startTestBank } from '#test/fixtures/bank.ts'

import { createSandboxProvider } from './sandbox.server.ts'

const secrets = { key: BANK_KEY, secret: BANK_SECRET }

testProviderContract('sandbox', async (): Promise<ContractPeer> => {
  const bank = await startTestBank()
  return {
    provider: createSandboxProvider({ url: bank.origin, ...secrets }),
    unreachable: createSandboxProvider({ url: await addressOfNobody(), ...secrets }),
    noticeUrl: `${bank.shop.origin}/notice`,
    ways: {
      hasPage: true,
      refunds: 'when-asked',
      ends: { decline: 'declined', cancel: 'cancelled', close: 'cancelled' },
      opensAgain: true,
      refusesUsedReferences: true,
      listsCaptures: true,
      keepsReturnUrl: true,
      datesNotices: true,
      signsIn: 'headers',
    },
    ...faultsAt(bank),
  }
})

test('a bank that does not respond is abandoned after the timeout', async () => {
  const bank = await startTestBank()
  await bank.control('/outage', { mode: 'timeout', calls: 1 })
  const hasty = createSandboxProvider({ url: bank.origin, ...secrets, timeoutMilliseconds: 50 })
  expect(await hasty.fetch('any')).toEqual({ ok: false, reason: 'unknown' })
  await bank.stop()
})

test('a meaningless response counts as none', async () => {
  const answers: [number, string][] = [
    [200, 'welcome'],
    [200, '{"id":"a"}'],
    [500, '{}'],
  ]
  const odd = createServer((_, response) => {
    const [status, text] = answers.shift() ?? [400, '']
    response.writeHead(status).end(text)
  })
  odd.listen(0, '127.0.0.1')
  await once(odd, 'listening')
  const { port } = odd.address() as AddressInfo
  const provider = createSandboxProvider({ url: `http://127.0.0.1:${port}`, ...secrets })

  for (const reason of ['unknown', 'unknown', 'unknown', 'rejected']) {
    expect(await provider.fetch('any')).toEqual({ ok: false, reason })
  }
  odd.closeAllConnections()
  odd.close()
})

/** A webhook signed in the test, for contents that the bank itself would never send. */
function signed(body: string, secret: string, at: Temporal.Instant) {
  const seconds = String(Math.floor(at.epochMilliseconds / 1000))
  const signature = `t=${seconds},v1=${signatureOf(body, seconds, secret)}`
  return {
    headers: new Headers({ 'X-Sandbox-Signature': signature }),
    body: new TextEncoder().encode(body),
  }
}

const EVENT = '{"id":"evt_1","type":"order.paid","order_id":"a","merchant_ref":"B","created":""}'

test('during a change of secret, webhooks signed with the old one are still accepted', () => {
  const at = Temporal.Instant.from('2026-11-20T08:00:00Z')
  const notice = { ...signed(EVENT, 'the old secret', at), now: at }
  const settings = { url: 'http://127.0.0.1:3001', key: BANK_KEY, secret: 'the new secret' }
  const [changed, changing] = [
    createSandboxProvider(settings),
    createSandboxProvider({ ...settings, previousSecret: 'the old secret' }),
  ]
  expect(changed.parseWebhook(notice)).toEqual({ ok: false, reason: 'not-genuine' })
  expect(changing.parseWebhook(notice)).toEqual({
    ok: true,
    noticeId: 'evt_1',
    kind: 'order.paid',
    providerRef: 'a',
    merchantRef: 'B',
  })
})

test('a webhook is at most five minutes old, and at most five minutes ahead', () => {
  const at = Temporal.Instant.from('2026-11-20T08:00:00Z')
  const provider = createSandboxProvider({ url: 'http://127.0.0.1:3001', ...secrets })
  const notice = signed(EVENT, BANK_SECRET, at)
  for (const seconds of [-300, 300]) {
    expect(provider.parseWebhook({ ...notice, now: at.add({ seconds }) }).ok).toBe(true)
  }
  for (const seconds of [-301, 301]) {
    const read = provider.parseWebhook({ ...notice, now: at.add({ seconds }) })
    expect(read).toEqual({ ok: false, reason: 'stale' })
  }
})

test.each(['\\u0000', 'a\\ud800', '\\udc00b'])(
  'a name with %s, which no database stores, is malformed',
  (name) => {
    const at = Temporal.Instant.from('2026-11-20T08:00:00Z')
    const provider = createSandboxProvider({ url: 'http://127.0.0.1:3001', ...secrets })
    for (const known of ['evt_1', 'order.paid', '"a"', '"B"']) {
      const strange = EVENT.replace(known, known.startsWith('"') ? `"${name}"` : name)
      const notice = signed(strange, BANK_SECRET, at)
      expect(strange).not.toBe(EVENT)
      expect(provider.parseWebhook({ ...notice, now: at })).toEqual({
        ok: false,
        reason: 'malformed',
      })
    }
  },
)

test('well signed nonsense is malformed', () => {
  const at = Temporal.Instant.from('2026-11-20T08:00:00Z')
  const provider = createSandboxProvider({ url: 'http://127.0.0.1:3001', ...secrets })
  for (const body of ['', 'null', '{"id":1}', '\u0000']) {
    const read = provider.parseWebhook({ ...signed(body, BANK_SECRET, at), now: at })
    expect(read).toEqual({ ok: false, reason: 'malformed' })
  }
})

test('forms may lead to the public address of a bank behind a proxy', () => {
  const settings = { url: 'http://bank:3001', ...secrets }
  const pageOrigin = 'https://bank.shuttle.cy'
  expect(createSandboxProvider(settings).pageOrigins).toEqual(['http://bank:3001'])
  expect(createSandboxProvider({ ...settings, pageOrigin }).pageOrigins).toEqual([pageOrigin])
})
