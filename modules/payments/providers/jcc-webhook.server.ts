import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

import type { Notice, PaymentProvider } from '#modules/payments/provider.ts'

import { CALLBACK_PARAMETERS } from './jcc-parameters.ts'

const LARGEST_NOTICE = 64 * 1024
const HMAC_DIGITS = 64

/** The keys that sign callbacks now and, during a change, the keys before. */
export type CallbackKeys = {
  /** Shared with JCC: symmetric checksums. */
  tokens: readonly string[]
  /** From JCC's certificates: asymmetric checksums. */
  publicKeys: readonly KeyObject[]
}

type ReceivedWebhook = Parameters<PaymentProvider['parseWebhook']>[0]
type Parameter = readonly [name: string, value: string]

const name = z.string().regex(/^[\w-]{1,64}$/)
const Callback = z.object({
  mdOrder: name,
  orderNumber: name.nullable(),
  operation: name,
  status: z.enum(['0', '1']),
})

/**
 * Proves that JCC sent this callback: its checksum covers the parameters, sorted by name. They
 * arrive as a form or in the address, in any order. The callback has no timestamp, so an old one
 * that is repeated is recognised only by its id.
 */
export function parseJccWebhook({ body }: ReceivedWebhook, keys: CallbackKeys): Notice {
  if (body.byteLength > LARGEST_NOTICE) return { ok: false, reason: 'malformed' }
  const sent = readPairs(new TextDecoder().decode(body))
  const checksum = sent.find(([parameter]) => parameter === 'checksum')?.[1] ?? ''
  if (!/^(?:[0-9a-f]{2}){32,1024}$/i.test(checksum)) return { ok: false, reason: 'not-genuine' }

  const signed = sent.filter(
    ([parameter]) => parameter !== 'checksum' && parameter !== 'sign_alias',
  )
  const genuine = readings(signed).find((reading) => isGenuine(reading, checksum, keys))
  return genuine ? toNotice(new Map(genuine)) : { ok: false, reason: 'not-genuine' }
}

/**
 * The texts that the checksum may cover: all parameters, or only those that JCC itself sends; and
 * values that JCC encodes twice (those not in Latin letters), while its checksum is over the plain
 * text.
 */
function readings(sent: readonly Parameter[]): (readonly Parameter[])[] {
  const known = sent.filter(([parameter]) => CALLBACK_PARAMETERS.has(parameter))
  return [sent, known].flatMap((pairs) => [
    pairs,
    pairs.map(([parameter, value]) => [parameter, decode(value)] as const),
  ])
}

function isGenuine(pairs: readonly Parameter[], checksum: string, keys: CallbackKeys): boolean {
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const text = Buffer.from(sorted.map(([parameter, value]) => `${parameter};${value};`).join(''))
  const given = Buffer.from(checksum, 'hex')
  if (checksum.length === HMAC_DIGITS) {
    return keys.tokens.some((token) =>
      timingSafeEqual(createHmac('sha256', token).update(text).digest(), given),
    )
  }
  return keys.publicKeys.some((key) => verify('RSA-SHA512', text, key, given))
}

/** JCC does not number callbacks, so the id is made of the contents: a repeated one has the same. */
function toNotice(said: ReadonlyMap<string, string>): Notice {
  const read = Callback.safeParse({
    mdOrder: said.get('mdOrder') ?? said.get('mdorder'),
    orderNumber: said.get('orderNumber') ?? null,
    operation: said.get('operation'),
    status: said.get('status'),
  })
  if (!read.success) return { ok: false, reason: 'malformed' }
  const { mdOrder, orderNumber, operation, status } = read.data
  const which = said.get('externalRefundId') ?? said.get('refNum') ?? ''
  const sum = said.get('refundedAmount') ?? said.get('amount') ?? ''
  return {
    ok: true,
    noticeId: [mdOrder, operation, status, which, sum].join(':').slice(0, 300),
    kind: status === '1' ? operation : `${operation}-failed`,
    providerRef: mdOrder,
    merchantRef: orderNumber,
  }
}

function readPairs(text: string): Parameter[] {
  const pairs = text.split('&').filter((pair) => pair !== '')
  return pairs.map((pair) => {
    const middle = pair.includes('=') ? pair.indexOf('=') : pair.length
    return [plain(pair.slice(0, middle)), plain(pair.slice(middle + 1))]
  })
}

function plain(text: string): string {
  return decode(text.replaceAll('+', ' '))
}

/** Text that is not properly encoded stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
