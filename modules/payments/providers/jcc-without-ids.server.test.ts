import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { RefundRequest } from '#modules/payments/provider.ts'
import { cents } from '#platform/money.ts'
import { paidRef, startGateway } from '#test/fakes/jcc/gateway.ts'

/* Refunds of a merchant whose status version is too old for our ids, at two kinds of gateway. */

const gateways = {
  'recognises our id': await startGateway({ statusVersion: 20 }),
  'does not recognise our id': await startGateway({ statusVersion: 20, forgetsRefundIds: true }),
}
afterAll(async () => {
  for (const { bank } of Object.values(gateways)) await bank.stop()
})

describe.each(Object.entries(gateways))('a gateway that %s', (_what, { bank, provider }) => {
  let providerRef: string
  beforeEach(async () => {
    providerRef = await paidRef({ bank, provider })
  })

  test('a refund whose answer was lost is found in the list, and not sent again', async () => {
    await loseAnswer('refund-1')
    const sent = await refund('refund-1', { namesOfOthers: [] })
    expect(sent).toEqual({ ok: true, providerRef: (await listed())[0], state: 'succeeded' })
    expect(await listed()).toHaveLength(1)
  })

  test('another refund of the same amount is not taken for it', async () => {
    await refund('refund-1')
    const first = await listed()
    await bank.control('/outage', { mode: '503', calls: 1, for: 'refund' })
    expect(await refund('refund-2')).toMatchObject({ ok: false })
    expect(await refund('refund-2', { namesOfOthers: first })).toMatchObject({ ok: true })
    expect(await listed()).toHaveLength(2)
  })

  test('a refund of another amount is not taken for it either', async () => {
    await bank.control(`/orders/${providerRef}/portal_refund`, { amount: 501 })
    expect(await refund('refund-1', { namesOfOthers: [] })).toMatchObject({ ok: true })
    expect(await listed()).toHaveLength(2)
  })

  test('a refund that is sent for the first time is none of those in the list', async () => {
    await bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
    expect(await refund('refund-1')).toMatchObject({ ok: true })
    expect(await listed()).toHaveLength(2)
  })

  test('a refund of the same amount in the portal is taken for one that was sent before', async () => {
    await bank.control('/outage', { mode: '503', calls: 1, for: 'refund' })
    expect(await refund('refund-1')).toMatchObject({ ok: false })
    await bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
    expect(await refund('refund-1', { namesOfOthers: [] })).toMatchObject({ ok: true })
    expect(await listed()).toHaveLength(1)
  })

  async function loseAnswer(refundId: string) {
    await bank.control('/outage', { mode: 'answer-lost', calls: 1, for: 'refund' })
    expect(await refund(refundId)).toEqual({ ok: false, reason: 'unknown' })
  }

  function refund(refundId: string, more: Pick<RefundRequest, 'namesOfOthers'> = {}) {
    return provider.refund({ providerRef, refundId, amount: cents(500), currency: 'EUR', ...more })
  }

  async function listed() {
    const snapshot = await provider.fetch(providerRef)
    return snapshot.ok ? snapshot.refunds.map((one) => one.providerRef) : []
  }
})

test('where our ids are listed, a refund without one is not ours', async () => {
  const { bank, provider } = await startGateway()
  const providerRef = await paidRef({ bank, provider })
  const wish = { providerRef, amount: cents(500), currency: 'EUR' } as const
  await provider.refund({ ...wish, refundId: 'refund-1' })
  await bank.control(`/orders/${providerRef}/portal_refund`, { amount: 500 })
  const sent = await provider.refund({ ...wish, refundId: 'refund-2', namesOfOthers: [] })
  expect(sent).toEqual({ ok: true, providerRef: `${providerRef}/refund-2`, state: 'succeeded' })
  await bank.stop()
})
