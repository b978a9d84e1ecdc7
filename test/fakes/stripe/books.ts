import type { z } from 'zod'

import type { BankContext } from '#bank/context.ts'
import { expire, refund } from '#bank/order-steps.ts'
import { newOrder, refundedOf, type Order } from '#bank/order.ts'
import { now } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'

import { ApiError, invalid, MISSING } from './errors.ts'
import {
  APART,
  INTENT,
  listOf,
  nameOf,
  secondsOf,
  toRefund,
  toSession,
  type Kept,
} from './objects.ts'
import type { NewSession, REQUESTS } from './requests.ts'

type Asked<Name extends keyof typeof REQUESTS> = z.infer<(typeof REQUESTS)[Name]>

const MIN_SESSION = { minutes: 30 }
const MAX_SESSION = { hours: 24 }
/** Stripe charges no smaller amount in euros. */
const SMALLEST_AMOUNT = 50

/** The effect of each call on the sandbox bank's books. */
export function makeBooks(context: BankContext) {
  const { store } = context
  /** Newest first, the order in which Stripe lists them. */
  const sessionIds: string[] = []

  const find = (id: string): Order => {
    const order = store.visitOrder(id, now())?.order
    if (!order) throw MISSING
    return order
  }
  const findByIntent = (intent: string): Order | undefined =>
    sessionIds.map(find).find((order) => nameOf(order, INTENT) === intent)
  const show = (order: Order, expand: readonly string[] = []) =>
    toSession(order, `${context.origin()}/pay/${order.id}`, expand)

  return {
    addSession(asked: NewSession) {
      const order = newOrder(toWish(asked, store.findByMerchantRef), context.faultSettings, now())
      const key = { idempotencyKey: order.id, fingerprint: '' }
      if (!store.addOrder(order, key).ok) throw new Error('the books refuse a session')
      sessionIds.unshift(order.id)
      return show(order)
    },

    listSessions({ created, payment_intent: intent, status, ...page }: Asked<'sessions'>) {
      const { gte = 0, lte = Number.POSITIVE_INFINITY } = created ?? {}
      const sessions = sessionIds
        .map((id) => show(find(id)))
        .filter((one) => one.created >= gte && one.created <= lte)
        .filter((one) => status === undefined || one.status === status)
        .filter((one) => intent === undefined || one.payment_intent === intent)
      return pageOf(sessions, page)
    },

    getSession: (id: string, expand: readonly string[]) => show(find(id), expand),

    expireSession(id: string) {
      if (find(id).status !== 'open') throw invalid('checkout_session_not_open')
      return show(store.visitOrder(id, now(), expire)?.order ?? find(id))
    },

    addRefund({ payment_intent: intent, amount, metadata }: Asked<'newRefund'>) {
      const order = findByIntent(intent)
      if (!order) throw MISSING
      const left = order.captured - refundedOf(order)
      if (order.captured === 0) throw invalid('payment_intent_unexpected_state')
      if (left === 0) throw invalid('charge_already_refunded')
      if (amount > left || amount === 0) throw invalid('amount_too_large', 'amount')
      const refundId = JSON.stringify(metadata)
      const wish = { id: `re_${newAccessToken()}`, refundId, amount }
      const after = store.visitOrder(order.id, now(), (one) => refund(one, wish, now()))?.order
      const made = after?.refunds.find(({ id }) => id === wish.id)
      if (!after || !made) throw new Error('the books refuse a refund')
      return toRefund(after, made)
    },

    listRefunds({ payment_intent: intent, ...page }: Asked<'refunds'>) {
      const order = findByIntent(intent)
      if (!order) throw MISSING
      const refunds = order.refunds.map((one) => toRefund(order, one))
      return pageOf(refunds.toReversed(), page)
    },
  }
}

type Page = { limit?: number | undefined; starting_after?: string | undefined }

function pageOf<One extends { id: string }>(all: One[], { limit = 10, starting_after }: Page) {
  if (limit < 1 || limit > 100) throw invalid('parameter_invalid', 'limit')
  const start = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0
  if (starting_after && start === 0) throw MISSING
  return listOf(all.slice(start), limit)
}

/**
 * Turns a session into an order of the books. Stripe lets a reference repeat; the books need a
 * unique one.
 */
function toWish(asked: NewSession, findByMerchantRef: BankContext['store']['findByMerchantRef']) {
  const id = `cs_test_${newAccessToken()}`
  const amount = asked.line_items.reduce(
    (total, { quantity, price_data }) => total + quantity * price_data.unit_amount,
    0,
  )
  if (amount < SMALLEST_AMOUNT) throw invalid('amount_too_small')
  const currencies = new Set(asked.line_items.map(({ price_data }) => price_data.currency))
  const [currency = ''] = currencies
  if (currencies.size > 1 || (asked.currency ?? currency) !== currency) {
    throw invalid('parameter_invalid', 'currency')
  }
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(asked.expires_at * 1000)
  const [first, last] = [now().add(MIN_SESSION), now().add(MAX_SESSION)]
  if (asked.expires_at < secondsOf(first) || asked.expires_at > secondsOf(last)) {
    throw new ApiError(400, { type: 'invalid_request_error', param: 'expires_at' })
  }
  const { client_reference_id: reference = id, payment_intent_data: intent } = asked
  const kept: Kept = {
    session: asked.metadata,
    intent: intent?.metadata ?? {},
    email: asked.customer_email ?? null,
  }
  return {
    id,
    merchantRef: findByMerchantRef(reference) ? `${reference}${APART}${id}` : reference,
    amount,
    currency: currency.toUpperCase(),
    locale: asked.locale === 'el' ? ('el' as const) : ('en' as const),
    description: intent?.description ?? '',
    lines: asked.line_items.map(({ quantity, price_data }) => ({
      name: price_data.product_data.name,
      unit: price_data.unit_amount,
      quantity,
    })),
    successUrl: asked.success_url,
    failUrl: asked.cancel_url ?? asked.success_url,
    notifyUrl: new URL('/payments/notices/stripe', asked.success_url).href,
    metadata: { kept: JSON.stringify(kept) },
    expiresAt,
  }
}
