import { Hono, type Context } from 'hono'
import { createHash, timingSafeEqual } from 'node:crypto'

import type { BankContext } from '#bank/context.ts'
import { failAsPlanned } from '#bank/faults.ts'
import type { FullProtocol } from '#bank/full-protocol.ts'
import type { BankEnv } from '#bank/hono-env.ts'
import { unchanged } from '#bank/order-steps.ts'

import { makeBooks } from './books.ts'
import { answerBusy, answerError, ApiError, FAULT, invalid, NotUnderstood } from './errors.ts'
import { describeEvent, signed, toEvent } from './events.ts'
import { readFields } from './form.ts'
import { answerOnce, type Fault } from './idempotency.ts'
import { API_VERSION, REQUESTS } from './requests.ts'

/*
 * Stripe's API in front of the sandbox bank's books: Checkout sessions and refunds as in its
 * current version, and stricter than the real one wherever leniency could hide a mistake of ours.
 */

/** Seconds between attempts; Stripe retries for three days at growing intervals. */
const PAUSES = [0, 300, 1800, 7200, 18_000, 36_000, 43_200, 43_200, 43_200, 43_200]

type Settings = {
  /** Where webhooks go; by default our own inbox at the shop's address. */
  webhook?: () => string
  /** Faults of the next writing calls. */
  faults?: Fault[]
}

export function stripeProtocol({ webhook, faults = [] }: Settings = {}): FullProtocol {
  return {
    makeApi: (context) => makeApi(context, faults),

    callback(event, order, { secret, now }) {
      const { type, object } = describeEvent(order, event)
      if (!object) return undefined
      const created = Temporal.Instant.from(event.created)
      const body = JSON.stringify(toEvent(event.id, type, object, created))
      const url = webhook?.() ?? new URL('/payments/notices/stripe', order.successUrl).href
      return { method: 'POST', url, headers: signed(body, secret, now), body }
    },

    returnUrl({ id, status, successUrl, failUrl }) {
      const isComplete = status === 'paid' || status === 'processing'
      // Only in the success URL: Stripe promises the placeholder for no other.
      return isComplete ? successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id) : failUrl
    },

    pauseAfter: (deliveries) => PAUSES[deliveries] ?? null,

    leavePage: unchanged,
  }
}

function makeApi(context: BankContext, faults: Fault[]): Hono<BankEnv> {
  const api = new Hono<BankEnv>().basePath('/v1')
  const books = makeBooks(context)
  const planned = (operation: 'open' | 'fetch' | 'close' | 'refund') =>
    failAsPlanned(context, operation, answerBusy)
  api.onError((error, c) => answerError(c, error instanceof ApiError ? error : FAULT))
  api.use(async (c, next) => {
    requireManners(c, context.key)
    await next()
    c.header(
      'Request-Id',
      `req_${createHash('sha256').update(c.req.url).digest('hex').slice(0, 14)}`,
    )
  })
  const once = answerOnce(faults)

  api.post('/checkout/sessions', planned('open'), once, async (c) =>
    c.json(books.addSession(await read(c, REQUESTS.newSession))),
  )
  api.get('/checkout/sessions', planned('fetch'), async (c) =>
    c.json(books.listSessions(await read(c, REQUESTS.sessions))),
  )
  api.get('/checkout/sessions/:id', planned('fetch'), async (c) => {
    const { expand } = await read(c, REQUESTS.session)
    return c.json(books.getSession(c.req.param('id'), expand))
  })
  api.post('/checkout/sessions/:id/expire', planned('close'), once, async (c) => {
    await read(c, REQUESTS.nothing)
    return c.json(books.expireSession(c.req.param('id')))
  })
  api.post('/refunds', planned('refund'), once, async (c) =>
    c.json(books.addRefund(await read(c, REQUESTS.newRefund))),
  )
  api.get('/refunds', planned('fetch'), async (c) =>
    c.json(books.listRefunds(await read(c, REQUESTS.refunds))),
  )
  api.all('/*', (c) =>
    answerError(c, new ApiError(404, { type: 'invalid_request_error', code: 'url_invalid' })),
  )
  return api
}

function requireManners(c: Context<BankEnv>, key: string): void {
  const [given, expected] = [c.req.header('Authorization') ?? '', `Bearer ${key}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  if (!given || !expected || !timingSafeEqual(given, expected)) {
    throw new ApiError(401, { type: 'invalid_request_error', code: 'api_key_invalid' })
  }
  if (c.req.header('Stripe-Version') !== API_VERSION) throw invalid('version_unknown')
  const isForm = c.req.header('Content-Type') === 'application/x-www-form-urlencoded'
  if (c.req.method === 'POST' && !isForm) throw invalid('content_type_invalid')
}

/** The parsed body, if this request knows every field in it. */
async function read<Schema extends (typeof REQUESTS)[keyof typeof REQUESTS]>(
  c: Context<BankEnv>,
  schema: Schema,
): Promise<Schema['_zod']['output']> {
  const { search } = new URL(c.req.url)
  const fields = readFields(c.req.method === 'POST' ? await c.req.text() : search.slice(1))
  if (!fields) throw invalid('form_malformed')
  const asked = schema.safeParse(fields)
  if (!asked.success) throw new NotUnderstood(asked.error)
  return asked.data
}
