import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type {
  CapturePage,
  ListedCapture,
  NewCheckout,
  PaymentProvider,
  ProviderFailure,
  ProviderStatus,
} from '#modules/payments/provider.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'

/*
 * The behaviour required of every payment provider. A new one is finished once this suite passes.
 */

/** The provider, or a fake with the same protocol, and the events on its pages. */
export type ContractPeer = {
  provider: PaymentProvider
  /** The same provider at an address where no server listens. */
  unreachable: PaymentProvider
  noticeUrl: string
  ways: Ways
  /** Takes the money of a payment, where there is no page; returns the provider's name of it. */
  paysAtOnce?(checkout: NewCheckout): Promise<string>
  /** A person makes a refund that was asked for, where the provider does not. */
  payOut?(refund: { providerRef: string; refundId: string; amount: number }): Promise<void>
  /** Acts of the traveller, or of the bank that issued the card. */
  pay(providerRef: string): Promise<void>
  decline(providerRef: string): Promise<void>
  expire(providerRef: string): Promise<void>
  cancel(providerRef: string): Promise<void>
  startProcessing(providerRef: string): Promise<void>
  /** The next call is refused, or its response is lost after the work was done. */
  failNext(how: 'busy' | 'answer-lost'): Promise<void>
  /** The webhook the provider sent about this payment. */
  hearNotice(providerRef: string): Promise<ReceivedWebhook>
  stop(): Promise<void>
}
/** Differences between providers that the contract allows. A test of what one lacks is skipped. */
export type Ways = {
  /** Travellers pay on its page; without one, `paysAtOnce` makes a payment, and it is paid. */
  hasPage: boolean
  /** The maker of a refund: the provider when it is asked, or a person afterwards (`payOut`). */
  refunds: 'when-asked' | 'by-hand'
  /**
   * The status of a payment after each act. With some providers the page stays open for another
   * card.
   */
  ends: Record<'decline' | 'cancel' | 'close', ProviderStatus>
  /**
   * A second request for the same payment returns the same page; otherwise it is refused, and the
   * payment can only be closed.
   */
  opensAgain: boolean
  /** Another payment under the same merchant reference is refused. */
  refusesUsedReferences: boolean
  /** It lists the payments whose money was taken. */
  listsCaptures: boolean
  /** Its list names the address of ours to which a page leads back. */
  keepsReturnUrl: boolean
  /** A webhook says when it was sent, so that an old one can be refused. */
  datesNotices: boolean
  /** Where the signature of a webhook is: in its headers or in its body. */
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
    describe('fetching', () => {
      testAsking()
      testAskingAboutPages()
    })
    describe('listing captures', () => {
      testListing()
    })
    describe('closing', () => {
      testClosing()
    })
    describe('refunding', () => {
      testRefunding()
    })
    describe('webhooks', () => {
      testNotices()
    })
  })
}

const NO_PAGE = 'this provider has no page'

function testOpening() {
  beforeEach(({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
  })

  test('a checkout leads to a page of the provider', async () => {
    const opened = await open()
    expect(opened).toMatchObject({ ok: true, providerRef: expect.any(String) as string })
    expect(peer.provider.pageOrigins).toContain(new URL(opened.redirectUrl).origin)
    expect((await fetch(opened.redirectUrl)).status).toBe(200)
  })

  test('a second request for the same payment never opens a second checkout', async () => {
    const checkout = newCheckout()
    const first = await peer.provider.openCheckout(checkout)
    const again = await peer.provider.openCheckout(checkout)
    expect(again).toEqual(peer.ways.opensAgain ? first : REJECTED)
  })

  test('a merchant reference cannot be used again for another payment', async ({ skip }) => {
    skip(!peer.ways.refusesUsedReferences, 'this provider takes a reference twice')
    const checkout = newCheckout()
    await peer.provider.openCheckout(checkout)
    const other = { ...newCheckout(), merchantRef: checkout.merchantRef }
    expect(await peer.provider.openCheckout(other)).toEqual(REJECTED)
  })

  test('a checkout whose response was lost is found by its merchant reference', async () => {
    const checkout = newCheckout()
    await peer.failNext('answer-lost')
    expect(await peer.provider.openCheckout(checkout)).toEqual(LOST)
    const found = await findAgain(checkout)
    expect(found).toMatchObject({ ok: true, providerRef: expect.any(String) as string })
    const again = await peer.provider.openCheckout(checkout)
    expect(again).toEqual(peer.ways.opensAgain ? found : REJECTED)
  })

  test('a call that was refused or never arrived has no effect', async () => {
    const checkout = newCheckout()
    await peer.failNext('busy')
    expect(await peer.provider.openCheckout(checkout)).toEqual(BUSY)
    expect(await peer.unreachable.openCheckout(checkout)).toEqual(BUSY)
    const found = await findAgain(checkout)
    expect(found).toEqual({ ok: true, providerRef: null })
  })
}

function testAsking() {
  test('an unused merchant reference finds nothing', async () => {
    const found = await findAgain({ ...newCheckout(), merchantRef: 'NEVER-USED' })
    expect(found).toMatchObject({ ok: true, providerRef: null })
  })

  test('a paid payment is found by its merchant reference', async () => {
    const checkout = newCheckout()
    const providerRef = await paidRef(checkout)
    expect(await findAgain(checkout)).toMatchObject({ ok: true, providerRef })
    expect(await peer.provider.fetch(providerRef)).toMatchObject({
      providerRef,
      merchantRef: checkout.merchantRef,
      status: 'paid',
      amount: FARE,
      currency: 'EUR',
      captured: FARE,
      refunded: 0,
      refunds: [],
      disputed: false,
    })
  })

  test('a payment that does not exist is refused', async () => {
    expect(await peer.provider.fetch('no-such-payment')).toEqual(REJECTED)
  })
}

function testAskingAboutPages() {
  test('an open payment has captured nothing', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
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

  test('a paid payment has captured its amount, and shows at most four digits of the card', async ({
    skip,
  }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const ref = await openedRef()
    await peer.pay(ref)
    expect(await peer.provider.fetch(ref)).toMatchObject({
      status: 'paid',
      captured: FARE,
      card: { last4: expect.stringMatching(/^\d{4}$/) as string },
    })
  })

  test('an unsuccessful payment says how it ended', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
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

  test('a decline has a reason', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const ref = await openedRef()
    await peer.decline(ref)
    const snapshot = await peer.provider.fetch(ref)
    expect(snapshot.ok && snapshot.lastDecline).toBe('insufficient-funds')
  })

  test('an unanswered call is reported as a failure', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const ref = await openedRef()
    await peer.failNext('busy')
    expect(await peer.provider.fetch(ref)).toEqual(BUSY)
    await peer.failNext('answer-lost')
    expect(await peer.provider.fetch(ref)).toEqual(LOST)
    expect(await peer.unreachable.fetch(ref)).toEqual(BUSY)
  })
}

function testListing() {
  beforeEach(({ skip }) => {
    skip(!peer.ways.listsCaptures, 'this provider has no list of captures')
  })

  test('every payment whose money was taken is listed once, page by page', async () => {
    const since = now()
    const checkouts = Array.from({ length: PAYMENTS_OF_TWO_PAGES }, newCheckout)
    const paid: string[] = []
    for (const checkout of checkouts) paid.push(await paidRef(checkout))
    const listed = await listAll(since)
    const ours = listed.filter(({ providerRef }) => paid.includes(providerRef))
    expect(ours.map(({ providerRef }) => providerRef).toSorted()).toEqual(paid.toSorted())
    expect(new Set(ours.map(({ merchantRef }) => merchantRef))).toEqual(
      new Set(checkouts.map(({ merchantRef }) => merchantRef)),
    )
    const returnUrl = peer.ways.keepsReturnUrl ? checkouts[0]?.successUrl : null
    expect(new Set(ours.map((one) => one.returnUrl))).toEqual(new Set([returnUrl]))
    const seconds = ours.map(({ begunAt }) => Math.abs(since.until(begunAt).total('seconds')))
    expect(Math.max(...seconds)).toBeLessThan(120)
  })

  test('a payment without money, or from before the moment, is not listed', async ({ skip }) => {
    const paid = await paidRef()
    const later = now().add({ minutes: 1 })
    const early = await listAll(later)
    expect(early.map(({ providerRef }) => providerRef)).not.toContain(paid)
    skip(!peer.ways.hasPage, NO_PAGE)
    const unpaid = [await openedRef(), await openedRef(), await openedRef()]
    await peer.decline(unpaid[1] ?? '')
    await peer.startProcessing(unpaid[2] ?? '')
    const listed = (await listAll(now().subtract({ hours: 1 }))).map((one) => one.providerRef)
    expect(listed).toContain(paid)
    for (const ref of unpaid) expect(listed).not.toContain(ref)
  })

  test('a list that does not come is a failure, and never an empty list', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const asked = { since: now(), page: null }
    await peer.failNext('busy')
    expect(await peer.provider.listCaptures?.(asked)).toEqual(BUSY)
    await peer.failNext('answer-lost')
    expect(await peer.provider.listCaptures?.(asked)).toEqual(LOST)
    expect(await peer.unreachable.listCaptures?.(asked)).toEqual(BUSY)
  })
}

/** More payments than fit on a page of any provider. */
const PAYMENTS_OF_TWO_PAGES = 101

async function listAll(since: Temporal.Instant): Promise<ListedCapture[]> {
  const listed: ListedCapture[] = []
  let page: string | null = null
  do {
    const answer: CapturePage | ProviderFailure | undefined = await peer.provider.listCaptures?.({
      since,
      page,
    })
    if (!answer?.ok) throw new Error('there is no list')
    listed.push(...answer.captures)
    page = answer.next
  } while (page !== null)
  return listed
}

function testClosing() {
  test('an open payment can be closed, and stays closed', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const ref = await openedRef()
    expect(await close(ref)).toEqual({ ok: true, result: 'closed' })
    const { close: status } = peer.ways.ends
    expect(await peer.provider.fetch(ref)).toMatchObject({ status, captured: 0 })
    expect(await close(ref)).toEqual({ ok: true, result: 'already-final' })
  })

  test('a paid payment cannot be closed', async () => {
    const ref = await paidRef()
    expect(await close(ref)).toEqual({ ok: true, result: 'already-paid' })
    expect(await peer.provider.fetch(ref)).toMatchObject({ status: 'paid', captured: FARE })
  })

  test('a payment that has ended cannot be closed again', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    for (const end of ['decline', 'expire', 'cancel'] as const) {
      const ref = await openedRef()
      await peer[end](ref)
      const isOpen = end !== 'expire' && peer.ways.ends[end] === 'open'
      const result = isOpen ? 'closed' : 'already-final'
      expect(await close(ref)).toEqual({ ok: true, result })
    }
  })

  test('a payment in processing cannot be closed', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const ref = await openedRef()
    await peer.startProcessing(ref)
    expect(await close(ref)).toEqual(REJECTED)
    expect(await peer.provider.fetch(ref)).toMatchObject({ status: 'processing' })
  })
}

function testRefunding() {
  test('a refund requested twice is made once', async () => {
    const [ref, id] = [await paidRef(), newRefundId()]
    const first = await refundAndPayOut(ref, id, 1000)
    expect(first).toMatchObject({ ok: true, state: 'succeeded' })
    expect(await refund(ref, id, 1000)).toEqual(first)
    expect(await peer.provider.fetch(ref)).toMatchObject({
      captured: FARE,
      refunded: 1000,
      refunds: [{ refundId: id, amount: 1000, state: 'succeeded' }],
    })
  })

  test('a refund that a person makes is pending until then', async ({ skip }) => {
    skip(peer.ways.refunds !== 'by-hand', 'this provider makes its refunds when it is asked')
    const [ref, id] = [await paidRef(), newRefundId()]
    expect(await refund(ref, id, 1000)).toMatchObject({ ok: true, state: 'pending' })
    expect(await refund(ref, id, 1000)).toMatchObject({ ok: true, state: 'pending' })
    expect(await peer.provider.fetch(ref)).toMatchObject({ refunded: 0, refunds: [] })
    expect(await refundAndPayOut(ref, id, 1000)).toMatchObject({ ok: true, state: 'succeeded' })
  })

  test('a refund whose response was lost is made once', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    const [ref, id] = [await paidRef(), newRefundId()]
    await peer.failNext('answer-lost')
    expect(await refund(ref, id, FARE)).toEqual(LOST)
    expect(await refund(ref, id, FARE)).toMatchObject({ ok: true, state: 'succeeded' })
    expect(await peer.provider.fetch(ref)).toMatchObject({ refunded: FARE })
  })

  test('refunds never exceed the amount captured', async () => {
    const ref = await paidRef()
    expect(await refundAndPayOut(ref, newRefundId(), FARE - 100)).toMatchObject({ ok: true })
    expect(await refund(ref, newRefundId(), 101)).toEqual(REJECTED)
    expect(await refundAndPayOut(ref, newRefundId(), 100)).toMatchObject({ ok: true })
    expect(await peer.provider.fetch(ref)).toMatchObject({ refunded: FARE })
  })

  test('an unpaid payment cannot be refunded', async ({ skip }) => {
    skip(!peer.ways.hasPage, NO_PAGE)
    expect(await refund(await openedRef(), newRefundId(), 100)).toEqual(REJECTED)
  })
}

function testNotices() {
  const STALE_SECONDS = 300
  let notice: ReceivedWebhook
  let ref: string
  beforeAll(async () => {
    if (!peer.ways.hasPage) return
    ref = await openedRef()
    await peer.pay(ref)
    notice = await peer.hearNotice(ref)
  })

  beforeEach(({ skip }) => {
    skip(!peer.ways.hasPage, 'this provider sends no webhooks')
  })

  const read = (changes: Partial<ReceivedWebhook> = {}) =>
    peer.provider.parseWebhook({ ...notice, ...changes })

  test('a genuine webhook names its payment', () => {
    expect(read()).toMatchObject({ ok: true, providerRef: ref })
    expect(read()).toEqual(read())
  })

  test('a changed, unsigned or empty webhook is not genuine', () => {
    const forged = notice.body.slice()
    forged[10] = (forged[10] ?? 0) ^ 1
    expect(read({ body: forged })).toEqual({ ok: false, reason: 'not-genuine' })
    const isProven = peer.ways.signsIn === 'body'
    const bare = read({ headers: new Headers() })
    expect(bare).toEqual(isProven ? read() : { ok: false, reason: 'not-genuine' })
    expect(read({ body: new Uint8Array() })).toEqual({ ok: false, reason: 'not-genuine' })
  })

  test('a webhook replayed after five minutes is stale', ({ skip }) => {
    skip(!peer.ways.datesNotices, 'the webhooks of this provider carry no date')
    const { now: written } = notice
    expect(read({ now: written.add({ seconds: STALE_SECONDS - 5 }) }).ok).toBe(true)
    const later = { now: written.add({ seconds: STALE_SECONDS + 5 }) }
    expect(read(later)).toEqual({ ok: false, reason: 'stale' })
    const earlier = { now: written.subtract({ seconds: STALE_SECONDS + 5 }) }
    expect(read(earlier)).toEqual({ ok: false, reason: 'stale' })
  })

  test('garbage, even in great amounts, is refused without a fault', () => {
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
    backToBooking: 'Πίσω στην κράτηση',
    email: 'traveller@example.com',
    successUrl: 'http://localhost:3000/el/payment/success/0000000000000000000000000a',
    failUrl: 'http://localhost:3000/el/payment/fail/0000000000000000000000000a',
    noticeUrl: peer.noticeUrl,
    startedAt: now(),
    expiresAt: now().add({ minutes: 15 }),
  }
}

async function open(checkout = newCheckout()) {
  const opened = await peer.provider.openCheckout(checkout)
  if (!opened.ok) throw new Error(`The checkout is ${opened.reason}`)
  return opened
}

async function openedRef(checkout?: NewCheckout): Promise<string> {
  return (await open(checkout)).providerRef
}

async function paidRef(checkout = newCheckout()): Promise<string> {
  if (peer.paysAtOnce) return peer.paysAtOnce(checkout)
  const ref = await openedRef(checkout)
  await peer.pay(ref)
  return ref
}

/** Unused so far: the provider takes it as the idempotency key. */
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

/** Asks for a refund, and has it made where a person does that. */
async function refundAndPayOut(providerRef: string, refundId: string, amount: number) {
  const asked = await refund(providerRef, refundId, amount)
  if (peer.ways.refunds === 'when-asked' || !asked.ok) return asked
  await peer.payOut?.({ providerRef, refundId, amount })
  return refund(providerRef, refundId, amount)
}
