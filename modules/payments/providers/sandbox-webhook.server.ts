import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

import type { Notice, PaymentProvider } from '#modules/payments/provider.ts'

import { storableText } from './storable-text.ts'

const LARGEST_NOTICE = 64 * 1024
const STALE_SECONDS = 300

const Event = z.object({
  id: storableText.min(1).max(100),
  type: storableText.min(1).max(100),
  order_id: storableText.max(100).nullable(),
  merchant_ref: storableText.max(36).nullable(),
})

type ReceivedWebhook = Parameters<PaymentProvider['parseWebhook']>[0]

/**
 * Proves that the bank sent this: an HMAC over the time and the exact bytes, not older than
 * STALE_SECONDS. Little is done before the signature is verified, so a flood of forgeries costs
 * little.
 */
export function parseSandboxWebhook(
  { headers, body, now }: ReceivedWebhook,
  secrets: readonly string[],
): Notice {
  if (body.byteLength > LARGEST_NOTICE) return { ok: false, reason: 'malformed' }
  const [, time, mac] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers.get('X-Sandbox-Signature') ?? '') ?? []
  if (!time || !mac) return { ok: false, reason: 'not-genuine' }

  const given = Buffer.from(mac, 'hex')
  const isGenuine = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return timingSafeEqual(expected, given)
  })
  if (!isGenuine) return { ok: false, reason: 'not-genuine' }
  const age = Math.floor(now.epochMilliseconds / 1000) - Number(time)
  if (Math.abs(age) > STALE_SECONDS) return { ok: false, reason: 'stale' }

  const event = Event.safeParse(parseJson(body))
  if (!event.success) return { ok: false, reason: 'malformed' }
  const { id, type, order_id: providerRef, merchant_ref: merchantRef } = event.data
  return { ok: true, noticeId: id, kind: type, providerRef, merchantRef }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
