import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type {
  NewCheckout,
  PaymentProvider,
  ProviderFailure,
  ProviderStatus,
} from '#modules/payments/provider.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'

/*
 * What every provider must do, whoever it is. A new one is finished when this suite passes over it.
 */

/** The company on the other side, or a fake that speaks as it does, and what happens on its pages. */
export type ContractPeer = {
  provider: PaymentProvider
  /** The same, with an address at which nobody listens. */
  unreachable: PaymentProvider
  noticeUrl: string
  ways: Ways
  /** What the traveller or the card's bank does. */
  pay(providerRef: string): Promise<void>
  decline(providerRef: string): Promise<void>
  expire(providerRef: string): Promise<void>
  cancel(providerRef: string): Promise<void>
  startProcessing(providerRef: string): Promise<void>
  /** The next call is turned away, or its answer is lost after the work was done. */
  failNext(how: 'busy' | 'answer-lost'): Promise<void>
  /** The notice the provider sent about this payment. */
  hearNotice(providerRef: string): Promise<ReceivedWebhook>
  stop(): Promise<void>
}
/** Where companies differ from one another, and may. */
export type Ways = {
  /** What has become of a payment after this. With some, a page stays open for another card. */
  ends: Record<'decline' | 'cancel' | 'close', ProviderStatus>
  /** Asked for again, the same payment gets the same page; otherwise a no, and it can only be closed. */
  opensAgain: boolean
  /** Another payment under the same merchant reference is refused. */
  refusesUsedReferences: boolean
  /** A notice says when it was sent, so an old one is known for what it is. */
  datesNotices: boolean
  /** The proof of a notice stands in its headers, or among what it says. */
  signsIn: 'headers' | 'body'
}
export type ReceivedWebhook = { headers: Headers; body: Uint8Array; now: Temporal.Instant }

const FARE = cents(2700)
const BUSY: ProviderFailure = { ok: false, reason: 'unavailable' }
const LOST: ProviderFailure = { ok: false, reason: 'unknown' }
const REJECTED: ProviderFailure = { ok: false, reason: 'rejected' }

let peer: ContractPeer
let count = 0

export function testProviderContract(name: string, start: () => Promise<ContractPeer>): void {
  describe(`the contract of a payment provider: ${name}`, () => {
    beforeAll(async () => {
      peer = await start()
    })
    afterAll(() => peer.stop())

    describe('opening', () => {
      testOpening()
    })
    describe('asking', () => {
      testAsking()
    })
    describe('closing', () => {
      testClosing()
    })
    describe('refunding', () => {
      testRefunding()
    })
    describe('notices', () => {
      testNotices()
    })
  })
}

function testOpening() {
  test('a checkout leads to a page of the provider', async () => {
    const opened = await peer.provider.openCheckout(newCheckout())
    expect(opened).toMatchObject({ ok: true, providerRef: expect.any(String) as string })
    if (!opened.ok) return
    expect(peer.provider.pageOrigins).toContain(new URL(opened.redirectUrl).origin)
    expect((await fetch(opened.redirectUrl)).status).toBe(200)
  })

  test('asked for again, the same payment is never a second checkout', async () => {
    const checkout = newCheckout()
    const first = await peer.provider.openCheckout(checkout)
    const again = await peer.provider.openCheckout(checkout)
    expect(again).toEqual(peer.ways.opensAgain ? first : REJECTED)
  })

  test('another payment cannot use the merchant reference again', async () => {
    const checkout = newCheckout()
    await peer.provider.openCheckout(checkout)
    const other = { ...newCheckout(), merchantRef: checkout.merchantRef }
    if (!peer.ways.refusesUsedReferences) return
    expect(await peer.provider.openCheckout(other)).toEqual(REJECTED)
  })

  test('a checkout whose answer was lost is found by its merchant reference', async () => {
    const checkout = newCheckout()
    await peer.failNext('answer-lost')
    expect(await peer.provider.openCheckout(checkout)).toEqual(LOST)
    const found = await findAgain(checkout)
    expect(found).toMatchObject({ ok: true, providerRef: expect.any(String) as string })
    const again = await peer.provider.openCheckout(checkout)
    expect(again).toEqual(peer.ways.opensAgain ? found : REJECTED)
  })

  test('a merchant reference never used finds nothing', async () => {
    const found = await findAgain({ ...newCheckout(), merchantRef: 'NEVER-USED' })
    expect(found).toEqual({ ok: true, providerRef: null })
  })

  test('turned away or not reached, nothing has happened', async () => {
    const checkout = newCheckout()
    await peer.failNext('busy')
    expect(await peer.provider.openCheckout(checkout)).toEqual(BUSY)
    expect(await peer.unreachable.openCheckout(checkout)).toEqual(BUSY)
    const found = await findAgain(checkout)
    expect(found).toEqual({ ok: true, providerRef: null })
  })
}

function testAsking() {
  test('an open payment has taken nothing', async () => {
    const checkout = newCheckout()
    const ref = await openedRef(checkout)
    expect(await peer.provider.fetch(ref)).toMatchObject({
      ok: true,
      providerRef: ref,
      merchantRef: checkout.merchantRef,
      status: 'open',
      amount: FARE,
      currency: 'EUR',
      captured: 0,
      refunded: 0,
      refunds: [],
      disputed: false,
    })
  })

  test('a paid one has taken its amount, and tells of the card no more than four digits', async () => {
    const ref = await openedRef()
    await peer.pay(ref)
    expect(await peer.provider.fetch(ref)).toMatchObject({
      status: 'paid',
      captured: FARE,
      card: { last4: expect.stringMatching(/^\d{4}$/) as string },
    })
  })

  test('one that came to nothing says how', async () => {
    const { decline, cancel } = peer.ways.ends
    for (const [end, status] of [
      ['decline', decline],
      ['expire', 'expired'],
      ['cancel', cancel],
      ['startProcessing', 'processing'],
    ] as const) {
      const ref = await openedRef()
      await peer[end](ref)
      expect(await peer.provider.fetch(ref)).toMatchObject({ ok: true, status, captured: 0 })
    }
  })

  test('a decline has a reason', async () => {
    const ref = await openedRef()
    await peer.decline(ref)
    const snapshot = await peer.provider.fetch(ref)
    expect(snapshot.ok && snapshot.lastDecline).toBe('insufficient-funds')
  })

  test('what cannot be answered is no answer', async () => {
    const ref = await openedRef()
    await peer.failNext('busy')
    expect(await peer.provider.fetch(ref)).toEqual(BUSY)
    await peer.failNext('answer-lost')
    expect(await peer.provider.fetch(ref)).toEqual(LOST)
    expect(await peer.unreachable.fetch(ref)).toEqual(BUSY)
    expect(await peer.provider.fetch('no-such-payment')).toEqual(REJECTED)
  })
}

function testClosing() {
  test('an open payment is closed, and stays so', async () => {
    const ref = await openedRef()
    expect(await close(ref)).toEqual({ ok: true, result: 'closed' })
    const { close: status } = peer.ways.ends
    expect(await peer.provider.fetch(ref)).toMatchObject({ status, captured: 0 })
    expect(await close(ref)).toEqual({ ok: true, result: 'already-final' })
  })

  test('a paid one is not closed', async () => {
    const ref = await openedRef()
    await peer.pay(ref)
    expect(await close(ref)).toEqual({ ok: true, result: 'already-paid' })
    expect(await peer.provider.fetch(ref)).toMatchObject({ status: 'paid', captured: FARE })
  })

  test('nor one that had ended', async () => {
    for (const end of ['decline', 'expire', 'cancel'] as const) {
      const ref = await openedRef()
      await peer[end](ref)
      const isOpen = end !== 'expire' && peer.ways.ends[end] === 'open'
      const result = isOpen ? 'closed' : 'already-final'
      expect(await close(ref)).toEqual({ ok: true, result })
    }
  })

  test('one whose money is on the way cannot be closed', async () => {
    const ref = await openedRef()
    await peer.startProcessing(ref)
    expect(await close(ref)).toEqual(REJECTED)
    expect(await peer.provider.fetch(ref)).toMatchObject({ status: 'processing' })
  })
}

function testRefunding() {
  test('the same refund asked for twice is given once', async () => {
    const [ref, id] = [await paidRef(), newRefundId()]
    const first = await refund(ref, id, 1000)
    expect(first).toMatchObject({ ok: true, state: 'succeeded' })
    expect(await refund(ref, id, 1000)).toEqual(first)
    expect(await peer.provider.fetch(ref)).toMatchObject({
      captured: FARE,
      refunded: 1000,
      refunds: [{ refundId: id, amount: 1000, state: 'succeeded' }],
    })
  })

  test('a refund whose answer was lost is given once', async () => {
    const [ref, id] = [await paidRef(), newRefundId()]
    await peer.failNext('answer-lost')
    expect(await refund(ref, id, FARE)).toEqual(LOST)
    expect(await refund(ref, id, FARE)).toMatchObject({ ok: true, state: 'succeeded' })
    expect(await peer.provider.fetch(ref)).toMatchObject({ refunded: FARE })
  })

  test('no more is given back than was taken', async () => {
    const ref = await paidRef()
    expect(await refund(ref, newRefundId(), FARE - 100)).toMatchObject({ ok: true })
    expect(await refund(ref, newRefundId(), 101)).toEqual(REJECTED)
    expect(await refund(ref, newRefundId(), 100)).toMatchObject({ ok: true })
    expect(await peer.provider.fetch(ref)).toMatchObject({ refunded: FARE })
  })

  test('what was never paid is not refunded', async () => {
    expect(await refund(await openedRef(), newRefundId(), 100)).toEqual(REJECTED)
  })
}

function testNotices() {
  const STALE_SECONDS = 300
  let notice: ReceivedWebhook
  let ref: string
  beforeAll(async () => {
    ref = await openedRef()
    await peer.pay(ref)
    notice = await peer.hearNotice(ref)
  })

  const read = (changes: Partial<ReceivedWebhook> = {}) =>
    peer.provider.parseWebhook({ ...notice, ...changes })

  test('a genuine notice names its payment', () => {
    expect(read()).toMatchObject({ ok: true, providerRef: ref })
    expect(read()).toEqual(read())
  })

  test('a changed, unsigned or empty one is not genuine', () => {
    const forged = notice.body.slice()
    forged[10] = (forged[10] ?? 0) ^ 1
    expect(read({ body: forged })).toEqual({ ok: false, reason: 'not-genuine' })
    const isProven = peer.ways.signsIn === 'body'
    const bare = read({ headers: new Headers() })
    expect(bare).toEqual(isProven ? read() : { ok: false, reason: 'not-genuine' })
    expect(read({ body: new Uint8Array() })).toEqual({ ok: false, reason: 'not-genuine' })
  })

  test('one replayed after five minutes is stale', () => {
    const { now: written } = notice
    if (!peer.ways.datesNotices) return
    expect(read({ now: written.add({ seconds: STALE_SECONDS - 5 }) }).ok).toBe(true)
    const later = { now: written.add({ seconds: STALE_SECONDS + 5 }) }
    expect(read(later)).toEqual({ ok: false, reason: 'stale' })
    const earlier = { now: written.subtract({ seconds: STALE_SECONDS + 5 }) }
    expect(read(earlier)).toEqual({ ok: false, reason: 'stale' })
  })

  test('garbage, and a great deal of it, is refused without a fault', () => {
    for (const [header] of notice.headers) {
      const headers = new Headers(notice.headers)
      headers.set(header, '\u00FF,,==t=1')
      expect(() => read({ headers })).not.toThrow()
    }
    const body = new Uint8Array(65 * 1024)
    expect(read({ body })).toEqual({ ok: false, reason: 'malformed' })
  })
}

function newCheckout(): NewCheckout {
  count += 1
  return {
    paymentId: `contract-payment-${count}`,
    merchantRef: `CONTRACT-${count}`,
    amount: FARE,
    currency: 'EUR',
    locale: 'el',
    description: 'Order 7K3MWQ2P',
    lines: [{ name: 'Λευκωσία – Αεροδρόμιο Λάρνακας', unit: cents(900), quantity: 3 }],
    email: 'traveller@example.com',
    successUrl: 'http://localhost:3000/el/payment/success/0000000000000000000000000a',
    failUrl: 'http://localhost:3000/el/payment/fail/0000000000000000000000000a',
    noticeUrl: peer.noticeUrl,
    startedAt: now(),
    expiresAt: now().add({ minutes: 15 }),
  }
}

async function openedRef(checkout = newCheckout()): Promise<string> {
  const opened = await peer.provider.openCheckout(checkout)
  if (!opened.ok) throw new Error(`The checkout is ${opened.reason}`)
  return opened.providerRef
}

async function paidRef(): Promise<string> {
  const ref = await openedRef()
  await peer.pay(ref)
  return ref
}

/** Never used before: it is the provider's key. */
function newRefundId(): string {
  count += 1
  return `contract-refund-${count}`
}

function findAgain({ merchantRef, startedAt }: NewCheckout) {
  return peer.provider.findByMerchantRef(merchantRef, startedAt)
}

function close(ref: string) {
  return peer.provider.closeCheckout(ref)
}

function refund(providerRef: string, refundId: string, amount: number) {
  return peer.provider.refund({ providerRef, refundId, amount: cents(amount), currency: 'EUR' })
}
