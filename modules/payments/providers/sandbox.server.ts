import { z } from 'zod'

import type {
  CapturePage,
  Closing,
  DeclineReason,
  NewCheckout,
  OpenedCheckout,
  PaymentProvider,
  ProviderFailure,
  ProviderSnapshot,
  RefundAnswer,
  RefundRequest,
} from '#modules/payments/provider.ts'
import { cents } from '#platform/money.ts'

import { failure, reasonOf, reasonOfFault } from './call-failures.ts'
import { parseSandboxWebhook } from './sandbox-webhook.server.ts'

type SandboxSettings = {
  /** The bank's origin. */
  url: string
  /** The origin of its pages, if browsers reach them at another address. */
  pageOrigin?: string | undefined
  key: string
  /** The secret that signs the bank's webhooks now and, during a change, the one before. */
  secret: string
  previousSecret?: string
  /** Time limit of one call; 4 seconds while a visitor waits (docs/promises.md, timeouts). */
  timeoutMilliseconds?: number
}

/** The pretend bank of the demonstration: a separate company, reached over HTTP only. */
export function createSandboxProvider(settings: SandboxSettings): PaymentProvider {
  const { origin } = new URL(settings.url)
  const call = makeCall({ ...settings, url: origin })
  const secrets = [settings.secret, settings.previousSecret].filter((one) => one !== undefined)
  return {
    id: 'sandbox',
    pageOrigins: [settings.pageOrigin ?? origin],

    openCheckout: (checkout) =>
      call('POST', '/api/orders', Session, {
        body: toOrder(checkout),
        idempotencyKey: checkout.paymentId,
        read: toOpenedCheckout,
      }),

    findByMerchantRef: (merchantRef: string) =>
      call('GET', `/api/orders?merchant_ref=${encodeURIComponent(merchantRef)}`, Found, {
        read: ({ orders: [order] }) =>
          order ? toOpenedCheckout(order) : { ok: true, providerRef: null },
      }),

    fetch: (providerRef) => call('GET', orderPath(providerRef), Order, { read: toSnapshot }),

    listCaptures({ since, page }) {
      const asked = new URLSearchParams({ since: since.toString(), ...(page && { page }) })
      return call('GET', `/api/captures?${asked.toString()}`, Captures, { read: toCapturePage })
    },

    closeCheckout: (providerRef) =>
      call('POST', `${orderPath(providerRef)}/close`, Closed, { read: toClosing }),

    refund: ({ providerRef, refundId, amount }: RefundRequest) =>
      call('POST', `${orderPath(providerRef)}/refunds`, Refund, {
        body: { refund_id: refundId, amount },
        read: ({ id, state }): RefundAnswer => ({ ok: true, providerRef: id, state }),
      }),

    parseWebhook: (notice) => parseSandboxWebhook(notice, secrets),
  }
}

const amount = z.int().min(0).transform(cents)

const Session = z.object({ id: z.string().min(1), url: z.url() })

const Refund = z.object({
  id: z.string(),
  refund_id: z.string().nullable(),
  amount,
  state: z.enum(['pending', 'succeeded', 'failed']),
})

const Order = Session.extend({
  merchant_ref: z.string(),
  status: z.enum(['open', 'processing', 'paid', 'declined', 'expired', 'cancelled']),
  amount: z.int(),
  currency: z.string(),
  captured: amount,
  refunded: amount,
  refunds: z.array(Refund),
  disputed: z.boolean(),
  last_decline: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string().length(4) }).nullable(),
})

const Captures = z.object({
  captures: z.array(
    z.object({
      id: z.string().min(1),
      merchant_ref: z.string(),
      success_url: z.string(),
      created: z.string().transform((text) => Temporal.Instant.from(text)),
    }),
  ),
  next: z.string().nullable(),
})

const Found = z.object({ orders: z.array(Session).max(1) })
const Closed = z.object({ result: z.enum(['closed', 'already_paid', 'already_final']) })

const DECLINES: Record<string, DeclineReason> = {
  do_not_honour: 'try-other-card',
  insufficient_funds: 'insufficient-funds',
  expired_card: 'card-expired',
  incorrect_cvc: 'bad-cvc',
  authentication_failed: 'authentication-failed',
  authentication_cancelled: 'authentication-failed',
  authentication_timeout: 'timeout',
  issuer_timeout: 'issuer-unavailable',
}

function orderPath(providerRef: string): string {
  return `/api/orders/${encodeURIComponent(providerRef)}`
}

function toOrder(checkout: NewCheckout) {
  return {
    merchant_ref: checkout.merchantRef,
    amount: checkout.amount,
    currency: checkout.currency,
    locale: checkout.locale,
    description: checkout.description,
    lines: checkout.lines,
    // An address of ours may have letters that the bank's form does not accept; it is optional.
    ...(z.email().safeParse(checkout.email).success && { email: checkout.email }),
    success_url: checkout.successUrl,
    fail_url: checkout.failUrl,
    notify_url: checkout.noticeUrl,
    expires_at: checkout.expiresAt.toString(),
  }
}

function toOpenedCheckout({ id, url }: z.infer<typeof Session>) {
  return { ok: true, providerRef: id, redirectUrl: url } satisfies OpenedCheckout
}

function toSnapshot(order: z.infer<typeof Order>): ProviderSnapshot {
  return {
    ok: true,
    providerRef: order.id,
    status: order.status,
    amount: order.amount,
    currency: order.currency,
    merchantRef: order.merchant_ref,
    captured: order.captured,
    refunded: order.refunded,
    refunds: order.refunds.map((refund) => ({
      providerRef: refund.id,
      refundId: refund.refund_id,
      amount: refund.amount,
      state: refund.state,
    })),
    disputed: order.disputed,
    lastDecline: order.last_decline === null ? null : (DECLINES[order.last_decline] ?? 'unknown'),
    card: order.card,
  }
}

function toCapturePage({ captures, next }: z.infer<typeof Captures>): CapturePage {
  return {
    ok: true,
    captures: captures.map((one) => ({
      providerRef: one.id,
      merchantRef: one.merchant_ref,
      returnUrl: one.success_url,
      begunAt: one.created,
    })),
    next,
  }
}

function toClosing({ result }: z.infer<typeof Closed>): Closing {
  const results = {
    closed: 'closed',
    already_paid: 'already-paid',
    already_final: 'already-final',
  } as const
  return { ok: true, result: results[result] }
}

type Call<Answer, Result> = {
  body?: unknown
  idempotencyKey?: string
  read: (answer: Answer) => Result
}

/** One call, once. Failures are reduced to the three reasons that a caller can act upon. */
function makeCall({ url, key, timeoutMilliseconds = 4000 }: SandboxSettings) {
  return async function call<Schema extends z.ZodType, Result>(
    method: 'GET' | 'POST',
    path: string,
    schema: Schema,
    { body, idempotencyKey, read }: Call<z.infer<Schema>, Result>,
  ): Promise<Result | ProviderFailure> {
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      if (!response.ok) {
        await response.body?.cancel()
        return failure(reasonOf(response.status))
      }
      const answer = schema.safeParse(await response.json())
      return answer.success ? read(answer.data) : failure('unknown')
    } catch (error) {
      return failure(reasonOfFault(error))
    }
  }
}
