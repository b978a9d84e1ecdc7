import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

import { now } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { log } from '#platform/log.server.ts'

import { listCaptures } from './captures.ts'
import type { BankContext } from './context.ts'
import { readFaultSettings, type FaultSettings } from './fault-settings.ts'
import { failAsPlanned } from './faults.ts'
import type { BankEnv } from './hono-env.ts'
import { cancel, refund, unchanged } from './order-steps.ts'
import { newOrder, refundedOf, type Order, type OrderStatus } from './order.ts'

const MAX_REQUEST_LENGTH = 64 * 1024
const MAX_SESSION = { hours: 24 }

const webAddress = z.url({ protocol: /^https?$/ }).max(512)
const cents = z.int().min(1).max(10_000_000)

const NewOrder = z.object({
  merchant_ref: z.string().regex(/^[A-Z0-9-]{1,36}$/),
  amount: cents,
  currency: z.literal('EUR'),
  locale: z.enum(LOCALES),
  description: z.string().min(1).max(200),
  lines: z
    .array(z.object({ name: z.string().max(300), unit: z.int().min(0), quantity: z.int().min(1) }))
    .max(50),
  /** Accepted and not stored; real gateways take it for their fraud checks. */
  email: z.email().optional(),
  success_url: webAddress,
  fail_url: webAddress,
  notify_url: webAddress,
  expires_at: z.iso.datetime({ offset: true }),
  metadata: z.record(z.string(), z.string().max(500)).default({}),
})
type NewOrder = z.infer<typeof NewOrder>

const NewRefund = z.object({ amount: cents, refund_id: z.string().min(1).max(64) })

/** The API for shops' servers. Error reasons are fixed words, and never repeat the request. */
export function makeApi(context: BankContext): Hono<BankEnv> {
  const api = new Hono<BankEnv>().basePath('/api')
  const { store } = context
  api.use(bodyLimit({ maxSize: MAX_REQUEST_LENGTH }))
  api.use(requireKey(context.key))
  api.onError((error, c) => {
    log.error({ err: error }, 'Bank: a call failed')
    return c.json({ error: 'fault' }, 500)
  })

  api.post('/orders', failAsPlanned(context, 'open'), async (c) => {
    const idempotencyKey = c.req.header('Idempotency-Key')
    if (!idempotencyKey) return c.json({ error: 'idempotency-key-missing' }, 400)
    const read = NewOrder.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return c.json({ error: 'malformed', fields: fieldsOf(read.error) }, 422)

    const order = toOrder(read.data, context.faultSettings, now())
    const fingerprint = createHash('sha256').update(JSON.stringify(read.data)).digest('hex')
    const isPossible =
      Temporal.Instant.compare(order.expiresAt, now()) > 0 &&
      Temporal.Instant.compare(order.expiresAt, now().add(MAX_SESSION)) <= 0
    const known = store.findByMerchantRef(order.merchantRef)
    if (!isPossible && !known) return c.json({ error: 'expires-at-impossible' }, 422)

    const added = store.addOrder(order, { idempotencyKey, fingerprint })
    return added.ok
      ? c.json(sessionOf(added.order, context), 201)
      : c.json({ error: added.reason }, 409)
  })

  api.get('/orders', failAsPlanned(context, 'fetch'), (c) => {
    const found = store.findByMerchantRef(c.req.query('merchant_ref') ?? '')
    const order = found && store.visitOrder(found.id, now())?.order
    return c.json({ orders: order ? [answerFor(order, context)] : [] })
  })

  api.get('/captures', failAsPlanned(context, 'fetch'), (c) => {
    const page = listCaptures(store, c.req.query())
    return page ? c.json(page) : c.json({ error: 'malformed' }, 422)
  })

  api.get('/orders/:id', failAsPlanned(context, 'fetch'), (c) => {
    const visit = store.visitOrder(c.req.param('id'), now())
    return visit ? c.json(answerFor(visit.order, context)) : notFound(c)
  })

  api.get('/orders/:id/events', failAsPlanned(context, 'fetch'), (c) => {
    const events = store.listEvents(c.req.param('id'))
    return c.json({ events: events.map(({ body }) => JSON.parse(body) as unknown) })
  })

  api.post('/orders/:id/close', failAsPlanned(context, 'close'), (c) => {
    const visit = store.visitOrder(c.req.param('id'), now(), cancel)
    if (!visit) return notFound(c)
    const result = CLOSING[visit.before.status]
    return result === 'processing' ? c.json({ error: 'processing' }, 409) : c.json({ result })
  })

  api.post('/orders/:id/refunds', failAsPlanned(context, 'refund'), async (c) => {
    const read = NewRefund.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return c.json({ error: 'malformed', fields: fieldsOf(read.error) }, 422)

    const { amount, refund_id: refundId } = read.data
    const visit = store.visitOrder(c.req.param('id'), now(), (order) => {
      const isKnown = order.refunds.some((one) => one.refundId === refundId)
      const left = order.captured - refundedOf(order)
      if (isKnown || amount > left) return unchanged(order)
      return refund(order, { id: `rfn_${newAccessToken()}`, refundId, amount }, now())
    })
    if (!visit) return notFound(c)
    const made = visit.order.refunds.find((one) => one.refundId === refundId)
    if (!made) return c.json({ error: 'more-than-is-left' }, 422)
    if (made.amount !== amount) return c.json({ error: 'refund-id-reused' }, 409)
    return c.json({ id: made.id, refund_id: refundId, amount, state: made.state })
  })

  return api
}

/** The result of closing an order, by its status. */
const CLOSING: Record<OrderStatus, 'closed' | 'already_paid' | 'already_final' | 'processing'> = {
  open: 'closed',
  processing: 'processing',
  paid: 'already_paid',
  declined: 'already_final',
  expired: 'already_final',
  cancelled: 'already_final',
}

function toOrder(asked: NewOrder, standard: FaultSettings, at: Temporal.Instant): Order {
  const wish = {
    id: newAccessToken(),
    merchantRef: asked.merchant_ref,
    amount: asked.amount,
    currency: asked.currency,
    locale: asked.locale,
    description: asked.description,
    lines: asked.lines,
    successUrl: asked.success_url,
    failUrl: asked.fail_url,
    notifyUrl: asked.notify_url,
    metadata: asked.metadata,
    expiresAt: Temporal.Instant.from(asked.expires_at),
  }
  return newOrder(wish, readFaultSettings(asked.metadata.chaos) ?? standard, at)
}

function sessionOf(order: Order, context: BankContext) {
  const url = `${context.origin()}/pay/${order.id}`
  return { id: order.id, url, expires_at: order.expiresAt.toString() }
}

export function answerFor(order: Order, context: BankContext) {
  return {
    ...sessionOf(order, context),
    merchant_ref: order.merchantRef,
    status: order.status,
    amount: order.amount,
    currency: order.currency,
    captured: order.captured,
    refunded: refundedOf(order),
    refunds: order.refunds.map(({ id, refundId, amount, state }) => ({
      id,
      refund_id: refundId,
      amount,
      state,
    })),
    disputed: order.disputed,
    last_decline: order.lastDecline,
    card: order.card,
    three_ds: order.threeDs,
    created: order.createdAt.toString(),
    metadata: order.metadata,
  }
}

function requireKey(key: string): MiddlewareHandler<BankEnv> {
  const expected = digest(`Bearer ${key}`)
  return async (c, next) => {
    const given = digest(c.req.header('Authorization') ?? '')
    if (!timingSafeEqual(given, expected)) return c.json({ error: 'unauthorized' }, 401)
    return next()
  }
}

function notFound(c: Context<BankEnv>) {
  return c.json({ error: 'not-found' }, 404)
}

function fieldsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path }) => path.join('.'))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
