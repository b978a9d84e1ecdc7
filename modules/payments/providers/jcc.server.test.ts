import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import { testProviderContract, type ContractPeer } from '#test/contracts/payment-provider.ts'
import { addressOfNobody, faultsAt } from '#test/fakes/faults.ts'
import {
  ACCOUNT,
  newCheckout,
  paidRef,
  providerAt,
  startGateway,
  TOKEN,
} from '#test/fakes/jcc/gateway.ts'
import { makeJccProtocol, type JccProtocolSettings } from '#test/fakes/jcc/protocol.ts'

/* The contract over the fake gateway, and JCC's own features: names, versions and errors. */

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

type Gateway = Awaited<ReturnType<typeof startGateway>>
const gateways: Gateway[] = []
async function open(protocol: Partial<JccProtocolSettings> = {}): Promise<Gateway> {
  const gateway = await startGateway(protocol)
  gateways.push(gateway)
  return gateway
}
afterAll(async () => {
  for (const { bank } of gateways) await bank.stop()
})

const FLAVOURS: [string, Partial<JccProtocolSettings>][] = [
  ['symmetric, by POST', { method: 'POST' }],
  ['asymmetric, by GET, and an old merchant', { method: 'GET', privateKey, statusVersion: 21 }],
]
for (const [name, protocol] of FLAVOURS) {
  testProviderContract(`jcc, ${name}`, async (): Promise<ContractPeer> => {
    const { bank } = await startGateway(protocol)
    const tokens = protocol.privateKey ? [] : [TOKEN]
    const callbackKeys = { tokens, publicKeys: protocol.privateKey ? [publicKey] : [] }
    return {
      provider: providerAt(bank.origin, { callbackKeys }),
      unreachable: providerAt(await addressOfNobody(), { callbackKeys }),
      noticeUrl: `${bank.shop.origin}/notice`,
      ways: {
        hasPage: true,
        refunds: 'when-asked',
        ends: { decline: 'declined', cancel: 'open', close: 'declined' },
        opensAgain: false,
        refusesUsedReferences: true,
        listsCaptures: false,
        keepsReturnUrl: false,
        datesNotices: false,
        signsIn: 'body',
      },
      ...faultsAt(bank),
    }
  })
}

describe('opening', () => {
  test('a Greek description is replaced by our name and the reference, in letters that JCC can sign', async () => {
    const gateway = await open()
    const asked = newCheckout(gateway)
    const description = 'Εισιτήριο λεωφορείου 7K3MWQ2P, 1 επιβάτης'
    const opened = await gateway.provider.openCheckout({ ...asked, locale: 'el', description })
    if (!opened.ok) throw new Error(opened.reason)
    const page = await (await fetch(opened.redirectUrl)).text()
    expect(page).toContain(`Halcyon ${asked.merchantRef}`)
    expect(page).not.toMatch(/Bus ticket|passenger/)
  })

  test('a longer or unusual e-mail address is left out, and the page opens without it', async () => {
    const gateway = await open()
    for (const email of [`${'a'.repeat(29)}@example.com`, `${'a'.repeat(28)}@example.com`]) {
      expect(email.length === 41 || email.length === 40).toBe(true)
      expect(await gateway.provider.openCheckout({ ...newCheckout(gateway), email })).toMatchObject(
        { ok: true },
      )
    }
    const greek = { ...newCheckout(gateway), email: 'ελένη@παράδειγμα.ελ' }
    expect(await gateway.provider.openCheckout(greek)).toMatchObject({ ok: true })
  })

  test('the order lives as long as the attempt, and the button leads back to us', async () => {
    const gateway = await open()
    const checkout = newCheckout(gateway)
    const opened = await gateway.provider.openCheckout(checkout)
    if (!opened.ok) throw new Error(opened.reason)
    const left = await gateway.bank.submit(`${opened.redirectUrl}/cancel`, {})
    expect(left.headers.get('Location')).toBe(checkout.failUrl)
    expect(await (await fetch(opened.redirectUrl)).text()).toMatch(/data-seconds="(?:89\d|900)"/)
  })

  test('a wrong password is refused, and is not repeated anywhere', async () => {
    const gateway = await open()
    const wrong = providerAt(gateway.bank.origin, { password: 'another' })
    const rejected = { ok: false, reason: 'rejected' }
    expect(await wrong.openCheckout(newCheckout(gateway))).toEqual(rejected)
    expect(await wrong.findByMerchantRef('ANY-1', now())).toEqual(rejected)
  })

  test('an address without a scheme is refused, as the gateway does', async () => {
    const gateway = await open()
    const lame = { ...newCheckout(gateway), successUrl: '/payment/success/1' }
    expect(await gateway.provider.openCheckout(lame)).toEqual({ ok: false, reason: 'rejected' })
  })
})

describe('a merchant with an old version of responses', () => {
  test.each([1, 3, 5, 20, 21, 46])(
    'status version %i has enough to sell and to refund',
    async (statusVersion) => {
      const gateway = await open({ statusVersion })
      const ref = await paidRef(gateway)
      expect(await gateway.provider.fetch(ref)).toMatchObject({
        status: 'paid',
        captured: 2700,
        refunded: 0,
        card: { brand: 'Visa', last4: '1111' },
      })
      for (const [refundId, amount] of [
        ['refund-1', 900],
        ['refund-2', 900],
      ] as const) {
        const answer = await refund(gateway, ref, refundId, amount)
        expect(answer).toMatchObject({ ok: true, state: 'succeeded' })
      }
      const after = await gateway.provider.fetch(ref)
      expect(after).toMatchObject({ status: 'paid', captured: 2700 })
      expect(after.ok && after.refunded).toBe(statusVersion < 3 ? 0 : 1800)
    },
  )

  test('without our ids in its list, each refund is identified by what is new', async () => {
    const gateway = await open({ statusVersion: 20 })
    const ref = await paidRef(gateway)
    const first = await refund(gateway, ref, 'refund-1', 900)
    const second = await refund(gateway, ref, 'refund-2', 900)
    expect(first.ok && second.ok && first.providerRef !== second.providerRef).toBe(true)
    const after = await gateway.provider.fetch(ref)
    const listed = after.ok ? after.refunds.map(({ providerRef }) => providerRef) : []
    expect(listed).toEqual([first.ok && first.providerRef, second.ok && second.providerRef])
  })
})

describe('refunds', () => {
  test('a refund made in the portal has no id of ours', async () => {
    const gateway = await open()
    const ref = await paidRef(gateway)
    await gateway.bank.control(`/orders/${ref}/portal_refund`, { amount: 500 })
    expect(await refund(gateway, ref, 'refund-1', 500)).toMatchObject({ ok: true })
    const after = await gateway.provider.fetch(ref)
    expect(after.ok && after.refunds.map(({ refundId }) => refundId)).toEqual([null, 'refund-1'])
    expect(after).toMatchObject({ refunded: 1000, captured: 2700 })
  })

  test('after a chargeback nothing is refunded until staff have recorded its outcome', async () => {
    const gateway = await open()
    const ref = await paidRef(gateway)
    await gateway.bank.control(`/orders/${ref}/dispute`)
    expect(await gateway.provider.fetch(ref)).toMatchObject({ status: 'paid', disputed: true })
    const rejected = { ok: false, reason: 'rejected' }
    expect(await refund(gateway, ref, 'refund-1', 500)).toEqual(rejected)
    expect(await gateway.provider.fetch(ref)).toMatchObject({ refunded: 0 })
    const sent = await refund(gateway, ref, 'refund-1', 500, true)
    expect(sent).toMatchObject({ state: 'succeeded' })
  })

  test.each([46, 21, 20, 3])(
    'one that was made but answered with 400 is found (status version %i)',
    async (statusVersion) => {
      const gateway = await open({ statusVersion })
      const ref = await paidRef(gateway)
      const outage = { mode: 'done-and-400', calls: 1, for: 'refund' }
      await gateway.bank.control('/outage', outage)
      expect(await refund(gateway, ref, 'refund-1', 2700)).toMatchObject({ state: 'succeeded' })
      expect(await gateway.provider.fetch(ref)).toMatchObject({ refunded: 2700 })
    },
  )

  test('one that was answered with 400 is not abandoned if no list can confirm it', async () => {
    const gateway = await open({ statusVersion: 1 })
    const ref = await paidRef(gateway)
    await gateway.bank.control('/outage', { mode: 'done-and-400', calls: 1, for: 'refund' })
    const unknown = { ok: false, reason: 'unknown' }
    expect(await refund(gateway, ref, 'refund-1', 500)).toEqual(unknown)
    expect(await refund(gateway, ref, 'refund-1', 500)).toMatchObject({ state: 'succeeded' })
  })

  test.each(['0', '00', '000'])('one that JCC lists with "%s" succeeded', async (successCode) => {
    const gateway = await open({ successCode })
    const ref = await paidRef(gateway)
    expect(await refund(gateway, ref, 'refund-1', 500)).toMatchObject({ state: 'succeeded' })
    expect(await gateway.provider.fetch(ref)).toMatchObject({ refunded: 500 })
  })

  test('one that JCC reports as failed is failed', async () => {
    const gateway = await open()
    const ref = await paidRef(gateway)
    await refund(gateway, ref, 'refund-1', 500)
    await gateway.bank.control(`/orders/${ref}/refund_fail`)
    expect(await gateway.provider.fetch(ref)).toMatchObject({
      refunded: 0,
      refunds: [{ refundId: 'refund-1', state: 'failed' }],
    })
    expect(await refund(gateway, ref, 'refund-1', 500)).toMatchObject({ state: 'failed' })
  })
})

describe('an account that JCC refuses', () => {
  test('for its password says nothing about a refund: it is sent when the password is right', async () => {
    const gateway = await open()
    const ref = await paidRef(gateway)
    const wrong = { ...gateway, provider: providerAt(gateway.bank.origin, { password: 'another' }) }
    const unavailable = { ok: false, reason: 'unavailable' }
    expect(await refund(wrong, ref, 'refund-1', 500)).toEqual(unavailable)
    expect(await refund(gateway, ref, 'refund-1', 500)).toMatchObject({ state: 'succeeded' })
    expect(await refund(wrong, ref, 'refund-1', 500)).toEqual(unavailable)
  })

  test.each([
    ['code 5', 200, '{"errorCode":"5","errorMessage":"Access denied"}'],
    ['401', 401, ''],
    ['403', 403, ''],
  ])('nor if it may not refund, answered with %s', async (_what, status, body) => {
    const gateway = await open()
    const ref = await paidRef(gateway)
    const limited = await withoutRefunds(gateway, { status, body })
    const sent = await refund(limited, ref, 'refund-1', 500)
    expect(sent).toEqual({ ok: false, reason: 'unavailable' })
    await limited.stop()
  })
})

describe('callbacks', () => {
  test('the gateway tries three times, and then stops', () => {
    const protocol = makeJccProtocol({ ...ACCOUNT, token: TOKEN })
    expect([1, 2, 3].map((tries) => protocol.pauseAfter(tries))).toEqual([30, 30, null])
  })

  test('both methods are read alike', async () => {
    const gateway = await open()
    const ref = await paidRef(gateway)
    for (const amount of [100, 200]) await refund(gateway, ref, `refund-${amount}`, amount)
    await gateway.bank.control(`/orders/${ref}/deliver_now`)
    const notices = gateway.bank.shop.heard.map(({ headers, body }) =>
      gateway.provider.parseWebhook({ headers, body: new TextEncoder().encode(body), now: now() }),
    )
    expect(
      new Set(gateway.bank.shop.heard.map(({ headers }) => headers.has('content-type'))).size,
    ).toBe(2)
    expect(notices).toMatchObject([
      { ok: true, kind: 'deposited', providerRef: ref },
      { ok: true, kind: 'refunded', providerRef: ref },
      { ok: true, kind: 'refunded', providerRef: ref },
    ])
    expect(new Set(notices.map((notice) => notice.ok && notice.noticeId)).size).toBe(3)
  })
})

/** The gateway as an account sees it that may look at payments, and may not refund them. */
async function withoutRefunds({ bank }: Gateway, refused: { status: number; body: string }) {
  const front = createServer(async (request, response) => {
    const { url = '', method = '', headers } = request
    if (url.endsWith('/refund.do')) return response.writeHead(refused.status).end(refused.body)
    const type = headers['content-type'] ?? ''
    const sent = { method, body: await text(request), headers: { 'Content-Type': type } }
    const answer = await fetch(`${bank.origin}${url}`, sent)
    return response.writeHead(answer.status).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo
  const stop = async () => {
    front.closeAllConnections()
    front.close()
    await once(front, 'close')
  }
  return { provider: providerAt(`http://127.0.0.1:${port}`), stop }
}

function refund(
  { provider }: Pick<Gateway, 'provider'>,
  providerRef: string,
  refundId: string,
  amount: number,
  isDisputeOver = false,
) {
  return provider.refund({
    providerRef,
    refundId,
    amount: cents(amount),
    currency: 'EUR',
    isDisputeOver,
  })
}
