import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'

import { parseJccWebhook, type CallbackKeys } from './jcc-webhook.server.ts'

/* JCC's checksums, by its own example and after changes to callbacks in transit. */

const TOKEN = 'ooc7slpvc61k7sf7ma7p4hrefr'
const MD_ORDER = '06cf5599-3f17-7c86-bdbc-bd7d00a8b38b'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SYMMETRIC: CallbackKeys = { tokens: [TOKEN], publicKeys: [] }
const ASYMMETRIC: CallbackKeys = { tokens: [], publicKeys: [publicKey] }
const SAID = { mdOrder: MD_ORDER, operation: 'deposited', orderNumber: '7K3MWQ2P-1', status: '1' }

function textOf(said: Record<string, string>): string {
  const names = Object.keys(said).toSorted()
  return names.map((name) => `${name};${said[name]};`).join('')
}

function hmac(said: Record<string, string>, token = TOKEN): string {
  return createHmac('sha256', token).update(textOf(said)).digest('hex').toUpperCase()
}

function read(body: string, keys = SYMMETRIC) {
  const sent = { headers: new Headers(), body: new TextEncoder().encode(body), now: now() }
  return parseJccWebhook(sent, keys)
}

/** The same, signed by JCC's private key, with the name of the key. */
function signed(hash: string, key = privateKey): string {
  const checksum = sign(hash, Buffer.from(textOf(SAID)), key)
    .toString('hex')
    .toUpperCase()
  return form({ ...SAID, checksum, sign_alias: 'SHA-256 with RSA' })
}

function nameOf(more: Record<string, string>): string | undefined {
  const said = { ...SAID, ...more }
  const notice = read(form({ ...said, checksum: hmac(said) }))
  return notice.ok ? notice.noticeId : undefined
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const NOT_GENUINE = { ok: false, reason: 'not-genuine' }

test('the symmetric example of the documentation is genuine', () => {
  const checksum = 'EAF2FB72CAB99FD5067F4BA493DD84F4D79C1589FDE8ED29622F0F07215AA972'
  const body = `status=1&checksum=${checksum}&orderNumber=2003&operation=approved&mdOrder=${MD_ORDER}`
  const genuine = {
    ok: true,
    noticeId: `${MD_ORDER}:approved:1::`,
    kind: 'approved',
    providerRef: MD_ORDER,
    merchantRef: '2003',
  }
  expect(read(body)).toEqual(genuine)
  expect(read(body.replace(checksum, checksum.toLowerCase()))).toEqual(genuine)
  expect(read(body.replace('status=1', 'status=0'))).toEqual(NOT_GENUINE)
  expect(read(body, ASYMMETRIC)).toEqual(NOT_GENUINE)
})

describe('asymmetric', () => {
  test('is RSA with SHA-512, whatever the name of the key says', () => {
    expect(read(signed('RSA-SHA512'), ASYMMETRIC)).toMatchObject({ ok: true })
    expect(read(signed('RSA-SHA256'), ASYMMETRIC)).toEqual(NOT_GENUINE)
    expect(read(signed('RSA-SHA512'), SYMMETRIC)).toEqual(NOT_GENUINE)
  })

  test('during a change of certificate the old one is still accepted', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const changing = { tokens: [], publicKeys: [other.publicKey, publicKey] }
    for (const key of [privateKey, other.privateKey]) {
      expect(read(signed('RSA-SHA512', key), changing)).toMatchObject({ ok: true })
    }
    expect(read(signed('RSA-SHA512', other.privateKey), ASYMMETRIC)).toEqual(NOT_GENUINE)
  })
})

test('during a change of token the old one is still accepted', () => {
  const body = form({ ...SAID, checksum: hmac(SAID, 'the token of last year') })
  expect(read(body)).toEqual(NOT_GENUINE)
  const tokens = [TOKEN, 'the token of last year']
  expect(read(body, { tokens, publicKeys: [] })).toMatchObject({ ok: true })
})

describe('in transit', () => {
  test('a proxy may add parameters of its own', () => {
    const body = `${form({ ...SAID, checksum: hmac(SAID) })}&utm_source=jcc&_=12`
    expect(read(body)).toMatchObject({ ok: true, merchantRef: '7K3MWQ2P-1' })
  })

  test('a parameter that JCC itself uses is never ignored', () => {
    const body = `${form({ ...SAID, checksum: hmac(SAID) })}&amount=1`
    expect(read(body)).toEqual(NOT_GENUINE)
  })

  test('Greek is encoded once or twice, and the checksum is over the plain text', () => {
    const said = { ...SAID, orderDescription: 'Λάρνακα 50% & πίσω' }
    const checksum = hmac(said)
    expect(read(form({ ...said, checksum }))).toMatchObject({ ok: true })
    const twice = { ...said, orderDescription: encodeURIComponent(said.orderDescription), checksum }
    expect(read(form(twice))).toMatchObject({ ok: true })
  })

  test('unknown parameters may be covered by the checksum', () => {
    const said = { ...SAID, somethingNew: '1' }
    expect(read(form({ ...said, checksum: hmac(said) }))).toMatchObject({ ok: true })
  })

  test('upper case sorts before lower case', () => {
    const said = { ...SAID, mdorder: MD_ORDER, Amount: '1' }
    expect(read(form({ ...said, checksum: hmac(said) }))).toMatchObject({ ok: true })
  })
})

describe('the id of an event', () => {
  test('is the same for a repeated callback, whatever else has changed', () => {
    const told = nameOf({ amount: '2700', callbackCreationDate: 'Mon Jan 31 21:46:52 UTC 2022' })
    expect(nameOf({ amount: '2700', callbackCreationDate: 'Mon Jan 31 21:47:22 UTC 2022' })).toBe(
      told,
    )
    expect(told).toBe(`${MD_ORDER}:deposited:1::2700`)
  })

  test('differs by operation, outcome, refund and sum', () => {
    const refunded = { operation: 'refunded', amount: '2700' }
    const names = [
      nameOf({}),
      nameOf({ status: '0' }),
      nameOf({ operation: 'declinedByTimeout' }),
      nameOf({ ...refunded, externalRefundId: 'a' }),
      nameOf({ ...refunded, externalRefundId: 'b', refNum: '1' }),
      nameOf({ ...refunded, refNum: '1', refundedAmount: '100' }),
      nameOf({ ...refunded, refNum: '1', refundedAmount: '200' }),
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})

test.each([
  ['no order', { operation: 'deposited', status: '1' }],
  ['another status', { ...SAID, status: '2' }],
  ['an order that hides more', { ...SAID, mdOrder: `${MD_ORDER};operation;refunded` }],
  ['a very long name', { ...SAID, orderNumber: 'X'.repeat(65) }],
])('a callback that is well signed, but with %s, is malformed', (_what, said) => {
  expect(read(form({ ...said, checksum: hmac(said) }))).toEqual({ ok: false, reason: 'malformed' })
})

test.each([
  '',
  '&&&',
  '=',
  'checksum',
  'checksum=',
  'checksum=zz',
  '%ff%fe=%',
  `checksum=${'0'.repeat(64)}`,
  `checksum=${'0'.repeat(512)}`,
  `checksum=${'0'.repeat(65)}`,
])('garbage is not genuine: %s', (body) => {
  expect(read(body, { tokens: [TOKEN], publicKeys: [publicKey] })).toEqual(NOT_GENUINE)
})
