import { z } from 'zod'

import type {
  Closing,
  NewCheckout,
  PaymentProvider,
  ProviderFailure,
  ProviderRefund,
  ProviderSnapshot,
  ProviderStatus,
  RefundAnswer,
  RefundRequest,
} from '#modules/payments/provider.ts'
import { company } from '#operator'
import { LANGUAGES } from '#platform/languages.ts'

import { failure } from './call-failures.ts'
import { mdOrderOf, nameRefund, Registered, Result, Status, toSnapshot } from './jcc-answers.ts'
import { makeJccCall, type Refused } from './jcc-call.server.ts'
import { parseJccWebhook, type CallbackKeys } from './jcc-webhook.server.ts'

type JccSettings = {
  /** The gateway's origin: the test gateway, the live one, or a fake. */
  url: string
  user: string
  password: string
  callbackKeys: CallbackKeys
  timeoutMilliseconds?: number
}

export const JCC_GATEWAYS = {
  demonstration: 'https://gateway-test.jcc.com.cy',
  live: 'https://gateway.jcc.com.cy',
} as const

const EURO = '978'
const UNKNOWN_ORDER = '6'
const MAX_EMAIL_LENGTH = 40

/**
 * JCC, the acquirer of the banks of Cyprus: its REST gateway, forms in and JSON out, one-phase
 * payments on its hosted page. Only the order number prevents a second registration of an order,
 * and `register.do` returns the page's address only once.
 */
export function createJccProvider(settings: JccSettings): PaymentProvider {
  const { origin } = new URL(settings.url)
  const { user, password, callbackKeys, timeoutMilliseconds = 4000 } = settings
  const call = makeJccCall({ url: origin, user, password, timeoutMilliseconds })

  return {
    id: 'jcc',
    forgetsCaptured: true,
    mayOmitRefundIds: true,
    pageOrigins: [origin],

    async openCheckout(checkout) {
      const registered = await call('register.do', toOrder(checkout), Registered)
      if (!registered.ok) return failure(registered.reason)
      const { orderId, formUrl } = registered.answer
      return { ok: true, providerRef: orderId, redirectUrl: formUrl }
    },

    async findByMerchantRef(merchantRef) {
      const asked = await call('getOrderStatusExtended.do', { orderNumber: merchantRef }, Status)
      if (!asked.ok) {
        const isNobodys = asked.errorCode === UNKNOWN_ORDER
        return isNobodys ? { ok: true, providerRef: null } : failure(asked.reason)
      }
      const providerRef = mdOrderOf(asked.answer)
      return providerRef ? { ok: true, providerRef, redirectUrl: null } : failure('unknown')
    },

    fetch: ask,
    closeCheckout: close,
    refund,
    parseWebhook: (notice) => parseJccWebhook(notice, callbackKeys),
  }

  async function ask(providerRef: string): Promise<ProviderSnapshot | ProviderFailure> {
    const asked = await call('getOrderStatusExtended.do', { orderId: providerRef }, Status)
    if (!asked.ok) return failure(asked.reason)
    return toSnapshot(providerRef, asked.answer) ?? failure('unknown')
  }

  /** `decline.do` needs both ids of an order, and refuses all finished orders alike. */
  async function close(providerRef: string): Promise<Closing | ProviderFailure> {
    const before = await ask(providerRef)
    if (!before.ok) return before
    if (before.status !== 'open') return closingOf(before.status)
    if (before.merchantRef === null) return failure('unknown')

    const names = { orderId: providerRef, orderNumber: before.merchantRef }
    const declined = await call('decline.do', names, Result)
    if (declined.ok) return { ok: true, result: 'closed' }
    if (declined.errorCode === undefined) return failure(declined.reason)
    const after = await ask(providerRef)
    if (!after.ok || after.status !== 'open') return after.ok ? closingOf(after.status) : after
    return failure(declined.reason)
  }

  /**
   * The list of refunds is read first: a gateway that does not recognise our id would pay twice,
   * and so would we if the card's bank has taken the money back already. It is read again
   * afterwards, since the response itself has no id, and a refusal has the same code as a fault. A list
   * that JCC refuses says nothing about the refund, which is sent later.
   */
  async function refund(wish: RefundRequest): Promise<RefundAnswer | ProviderFailure> {
    const before = await ask(wish.providerRef)
    if (!before.ok) return failure(before.reason === 'rejected' ? 'unavailable' : before.reason)
    const made = findMade(before.refunds, wish)
    if (made) return answerOf(made)
    if (before.disputed && !wish.isDisputeOver) return failure('rejected')

    const sent = await call('refund.do', toRefundForm(wish), Result)
    if (!sent.ok && sent.errorCode === undefined) return untilAllowed(sent)
    const after = await ask(wish.providerRef)
    if (!after.ok) return failure('unknown')
    const listed = findListed(after.refunds, before.refunds, wish)
    if (listed) return answerOf(listed)
    const hasNoList = after.refunds.length === 0
    const isGone = hasNoList && after.refunded - before.refunded === wish.amount
    if (sent.ok || isGone)
      return answerOf({
        providerRef: nameRefund(wish.providerRef, wish.refundId),
        state: 'succeeded',
      })
    const isImpossible = after.captured - after.refunded < wish.amount
    return failure(isImpossible ? 'rejected' : sent.reason)
  }
}

function toOrder(checkout: NewCheckout): Record<string, string> {
  const { email, locale, startedAt, expiresAt } = checkout
  // Longer addresses are left out: JCC asks for one on its page if the card's bank needs it.
  const isFit = email.length <= MAX_EMAIL_LENGTH && z.email().safeParse(email).success
  return {
    orderNumber: checkout.merchantRef,
    amount: String(checkout.amount),
    currency: EURO,
    returnUrl: checkout.successUrl,
    failUrl: checkout.failUrl,
    dynamicCallbackUrl: checkout.noticeUrl,
    description: inAscii(checkout),
    language: LANGUAGES[locale].bankCode,
    sessionTimeoutSecs: String(Math.ceil(startedAt.until(expiresAt).total('seconds'))),
    jsonParams: JSON.stringify({
      backToShopUrl: checkout.failUrl,
      backToShopName: checkout.backToBooking,
    }),
    ...(isFit && { email }),
  }
}

/**
 * JCC's checksum of a callback fails on other letters, since it encodes them twice. So a Greek
 * description is replaced by our name and the reference, which are the same in all languages.
 */
function inAscii({ description, merchantRef }: NewCheckout): string {
  return /^[ -~]*$/.test(description) ? description : `${company().shortName} ${merchantRef}`
}

/** Money on its way cannot be stopped, and an order that is still open was not closed after all. */
function closingOf(status: ProviderStatus): Closing | ProviderFailure {
  if (status === 'open' || status === 'processing') return failure('rejected')
  return { ok: true, result: status === 'paid' ? 'already-paid' : 'already-final' }
}

function toRefundForm({ providerRef, refundId, amount }: RefundRequest): Record<string, string> {
  return {
    orderId: providerRef,
    amount: String(amount),
    currency: EURO,
    externalRefundId: refundId,
  }
}

/** Staff can mend the account; then the refund is sent. */
function untilAllowed({ isAboutOurAccount, reason }: Refused): ProviderFailure {
  return failure(isAboutOurAccount ? 'unavailable' : reason)
}

function answerOf({
  providerRef,
  state,
}: Pick<ProviderRefund, 'providerRef' | 'state'>): RefundAnswer {
  return { ok: true, providerRef, state }
}

/**
 * By our id. Without ids, a refund that was sent before is the one of this amount that is no other
 * of ours. A refund that a person has made in the portal, and of which we do not know yet, is then
 * taken for ours: otherwise a gateway that does not recognise our id would pay twice.
 */
function findMade(
  listed: readonly ProviderRefund[],
  { refundId, amount, namesOfOthers }: RefundRequest,
): ProviderRefund | undefined {
  const isThis = (one: ProviderRefund) =>
    one.mayBeOurs && one.amount === amount && !namesOfOthers?.includes(one.providerRef)
  return (
    listed.find((one) => one.refundId === refundId) ??
    (namesOfOthers && listed.find((one) => isThis(one)))
  )
}

/** By our id; older gateways do not list it, and then it is the new one of this sum. */
function findListed(
  after: readonly ProviderRefund[],
  before: readonly ProviderRefund[],
  { refundId, amount }: RefundRequest,
): ProviderRefund | undefined {
  const isNew = (one: ProviderRefund) =>
    one.refundId === null &&
    one.amount === amount &&
    !before.some(({ providerRef }) => providerRef === one.providerRef)
  return after.find((one) => one.refundId === refundId) ?? after.findLast(isNew)
}
