import { z } from 'zod'

import type { Notice, PaymentProvider } from '#modules/payments/provider.ts'

import { storableText } from './storable-text.ts'
import { stripeLibrary } from './stripe-library.server.ts'

const LARGEST_NOTICE = 64 * 1024
const MAX_SIGNATURE_LENGTH = 1000
const STALE_SECONDS = 300

const id = storableText.min(1).max(255)
const Metadata = z.object({ merchant_ref: storableText.max(36).optional() }).nullish()

/** Objects that refer to a payment intent. */
const OF_INTENTS = ['charge', 'refund', 'dispute', 'radar.early_fraud_warning'] as const
/** The possible subjects of an event; the endpoint at Stripe must subscribe to each. */
export const READ_OBJECTS = ['checkout.session', 'payment_intent', ...OF_INTENTS] as const

/**
 * The only fields of an event that are read: ids to ask about. A refund of ours and a charge carry
 * our reference; a dispute, and a refund made in the portal, have only their payment intent.
 */
const Subject = z.union([
  z
    .object({
      object: z.literal('checkout.session'),
      id,
      client_reference_id: storableText.max(200).nullable(),
    })
    .transform((session) => named(session.id, session.client_reference_id)),
  z
    .object({ object: z.literal('payment_intent'), id, metadata: Metadata })
    .transform((intent) => named(intent.id, intent.metadata?.merchant_ref)),
  z
    .object({
      object: z.enum(OF_INTENTS),
      payment_intent: id.nullish(),
      metadata: Metadata,
    })
    .transform((one) => named(one.payment_intent, one.metadata?.merchant_ref)),
  /** Stored, and treated as being about no payment. */
  z.object({ object: z.string() }).transform(() => named(null, null)),
])

function named(providerRef: string | null = null, merchantRef: string | null = null) {
  return { providerRef, merchantRef }
}

const Event = z.object({
  id,
  type: storableText.min(1).max(100),
  livemode: z.boolean(),
  data: z.object({ object: Subject }),
})

type ReceivedWebhook = Parameters<PaymentProvider['parseWebhook']>[0]
type Expected = { secrets: readonly string[]; isLive: boolean }

/**
 * Proves that Stripe sent this: an HMAC over the time and the exact bytes, at most STALE_SECONDS
 * old or ahead. During a change of secret there are several signatures.
 */
export function parseStripeWebhook(
  { headers, body, now }: ReceivedWebhook,
  { secrets, isLive }: Expected,
): Notice {
  if (body.byteLength > LARGEST_NOTICE) return { ok: false, reason: 'malformed' }
  const signature = headers.get('Stripe-Signature') ?? ''
  const sentAt = readTime(signature)
  if (sentAt === undefined) return { ok: false, reason: 'not-genuine' }

  const read = readSigned(body, signature, secrets)
  if (!read.isGenuine) return { ok: false, reason: 'not-genuine' }
  const age = Math.floor(now.epochMilliseconds / 1000) - sentAt
  if (Math.abs(age) > STALE_SECONDS) return { ok: false, reason: 'stale' }

  const event = Event.safeParse(read.event)
  if (!event.success) return { ok: false, reason: 'malformed' }
  const { id: noticeId, type: kind, livemode, data } = event.data
  if (livemode !== isLive) return { ok: false, reason: 'of-another-mode' }
  return { ok: true, noticeId, kind, ...data.object }
}

/** The library takes the last of several times, so only a header with exactly one is read. */
function readTime(signature: string): number | undefined {
  if (signature.length > MAX_SIGNATURE_LENGTH) return undefined
  const times = signature.split(',').filter((part) => part.startsWith('t='))
  const [, seconds] = /^t=(\d{1,12})$/.exec(times[0] ?? '') ?? []
  return times.length === 1 && seconds ? Number(seconds) : undefined
}

type Signed = { isGenuine: true; event: unknown } | { isGenuine: false }

/** Its age is checked by us: the library accepts times in the future. */
function readSigned(body: Uint8Array, signature: string, secrets: readonly string[]): Signed {
  const { webhooks, errors } = stripeLibrary()
  for (const secret of secrets) {
    try {
      return {
        isGenuine: true,
        event: webhooks.constructEvent(Buffer.from(body), signature, secret, 0),
      }
    } catch (error) {
      // Well signed, but not an event.
      if (!(error instanceof errors.StripeSignatureVerificationError)) {
        return { isGenuine: true, event: undefined }
      }
    }
  }
  return { isGenuine: false }
}
