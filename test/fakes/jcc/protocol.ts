import { Hono, type Context } from 'hono'
import { randomUUID, type KeyObject } from 'node:crypto'
import type { z } from 'zod'

import type { BankContext } from '#bank/context.ts'
import { failAsPlanned } from '#bank/faults.ts'
import type { FullProtocol } from '#bank/full-protocol.ts'
import type { BankEnv } from '#bank/hono-env.ts'
import { cancel, refund, unchanged } from '#bank/order-steps.ts'
import { newOrder, refundedOf, type Order } from '#bank/order.ts'
import { now } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'

import { NEWEST_STATUS_VERSION, statusAnswer } from './answers.ts'
import { makeCallback, parametersOf, startTelling } from './callbacks.ts'
import { DeclineForm, readForm, RefundForm, RegisterForm, StatusForm } from './forms.ts'

/*
 * JCC's gateway as its documentation describes it, in front of the sandbox bank's books: forms in,
 * JSON out, codes that are sometimes text and sometimes numbers, and fields that are missing for
 * older merchants.
 */

export type JccProtocolSettings = {
  user: string
  password: string
  token: string
  /** Signs with this key instead of the token. */
  privateKey?: KeyObject
  /** The method of callbacks; by default both methods take turns. */
  method?: 'GET' | 'POST'
  statusVersion?: number
  /** The code of a successful refund in the list of refunds; it differs between banks. */
  successCode?: string
  /** Pays a refund again that is sent again, as a gateway does that does not recognise its id. */
  forgetsRefundIds?: true
}

const UNKNOWN_ORDER = { errorCode: 6, errorMessage: 'Unknown order' }
const USED_NUMBER = { errorCode: 1, errorMessage: 'Order number is duplicated' }
/** A fault of the gateway and a payment in the wrong state both have code 7. */
const WRONG_STATE = { errorCode: 7, errorMessage: 'Payment must be in correct state' }
const DONE = { errorCode: 0, errorMessage: 'Success' }

const SECONDS_BETWEEN_TRIES = 30
const MAX_TRIES = 3

export function makeJccProtocol(settings: JccProtocolSettings): FullProtocol {
  let callbacks = 0
  const refundOf = startTelling()
  return {
    makeApi: (context) => makeApi(context, settings),

    callback(event, order, letter) {
      const parameters = parametersOf(event, order, refundOf(event, order))
      if (!parameters) return undefined
      callbacks += 1
      const { privateKey, token, method = callbacks % 2 === 0 ? 'GET' : 'POST' } = settings
      const isForged = letter.secret !== token
      const signing = privateKey && !isForged ? { privateKey } : { token: letter.secret }
      return makeCallback(order.notifyUrl, method, parameters, signing)
    },

    pauseAfter: (deliveries) => (deliveries >= MAX_TRIES ? null : SECONDS_BETWEEN_TRIES),

    returnUrl({ id, status, locale, successUrl, failUrl, metadata }) {
      // The button leads back to the given address and adds nothing to it.
      if (status === 'open') return metadata.backToShopUrl ?? failUrl
      const url = new URL(status === 'paid' || status === 'processing' ? successUrl : failUrl)
      url.searchParams.set('orderId', id)
      url.searchParams.set('lang', locale)
      return url.href
    },

    leavePage: unchanged,
  }
}

function makeApi(context: BankContext, settings: JccProtocolSettings): Hono<BankEnv> {
  const api = new Hono<BankEnv>().basePath('/payment/rest')
  const { store } = context
  const answer = makeAnswer()

  api.post('/register.do', failAsPlanned(context, 'open'), async (c) => {
    const read = await readForm(c, RegisterForm, settings)
    if (!read.ok) return answer(c, read.fault)
    const order = newOrder(toWish(read.form), context.faultSettings, now())
    const request = { idempotencyKey: order.id, fingerprint: order.id }
    if (!store.addOrder(order, request).ok) return answer(c, USED_NUMBER)
    return c.json({ orderId: order.id, formUrl: `${context.origin()}/pay/${order.id}` })
  })

  api.post('/getOrderStatusExtended.do', failAsPlanned(context, 'fetch'), async (c) => {
    const read = await readForm(c, StatusForm, settings)
    if (!read.ok) return answer(c, read.fault)
    const { orderId, orderNumber } = read.form
    const id = orderId ?? store.findByMerchantRef(orderNumber ?? '')?.id
    const order = id && store.visitOrder(id, now())?.order
    if (!order) return answer(c, UNKNOWN_ORDER)
    const { statusVersion: version = NEWEST_STATUS_VERSION, successCode = '0' } = settings
    return answer(c, { ...DONE, ...statusAnswer(order, { version, successCode }) })
  })

  api.post('/decline.do', failAsPlanned(context, 'close'), async (c) => {
    const read = await readForm(c, DeclineForm, settings)
    if (!read.ok) return answer(c, read.fault)
    const { orderId, orderNumber } = read.form
    const isNamed = (order: Order) => order.merchantRef === orderNumber
    const visit = store.visitOrder(orderId, now(), (order) =>
      isNamed(order) ? cancel(order) : unchanged(order),
    )
    if (!visit || !isNamed(visit.order)) return answer(c, UNKNOWN_ORDER)
    return answer(c, visit.before.status === 'open' ? DONE : WRONG_STATE)
  })

  api.post('/refund.do', failAsPlanned(context, 'refund'), async (c) => {
    const read = await readForm(c, RefundForm, settings)
    if (!read.ok) return answer(c, read.fault)
    const { orderId, amount, externalRefundId: refundId } = read.form
    const visit = store.visitOrder(orderId, now(), (order) => {
      const isMade = order.refunds.some((one) => one.refundId === refundId)
      const isKnown = isMade && !settings.forgetsRefundIds
      if (isKnown || amount > order.captured - refundedOf(order)) return unchanged(order)
      return refund(order, { id: `rfn_${newAccessToken()}`, refundId, amount }, now())
    })
    if (!visit) return answer(c, UNKNOWN_ORDER)
    const isDone = visit.order.refunds.some((one) => one.refundId === refundId)
    return answer(c, isDone ? DONE : WRONG_STATE)
  })

  return api
}

/** Codes are numbers or text, and are sometimes missing when all is well. */
function makeAnswer() {
  let answers = 0
  return (c: Context<BankEnv>, { errorCode, ...rest }: { errorCode: number } & object) => {
    answers += 1
    const isLeftAway = errorCode === 0 && answers % 3 === 0
    const code = answers % 2 === 0 ? errorCode : String(errorCode)
    return c.json({ ...(!isLeftAway && { errorCode: code }), ...rest })
  }
}

function toWish(asked: z.infer<typeof RegisterForm>): Parameters<typeof newOrder>[0] {
  const { backToShopUrl } = asked.jsonParams
  return {
    id: randomUUID(),
    merchantRef: asked.orderNumber,
    amount: asked.amount,
    currency: 'EUR',
    locale: asked.language,
    description: asked.description,
    lines: [],
    successUrl: asked.returnUrl,
    failUrl: asked.failUrl ?? asked.returnUrl,
    notifyUrl: asked.dynamicCallbackUrl,
    metadata: backToShopUrl ? { backToShopUrl } : {},
    expiresAt: now().add({ seconds: asked.sessionTimeoutSecs }),
  }
}
