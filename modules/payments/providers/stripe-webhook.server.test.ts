import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

import { READ_OBJECTS, parseStripeWebhook } from './stripe-webhook.server.ts'

/*
 * Webhooks signed in the test, as Stripe documents it, with contents that its fake would never
 * send.
 */

const NOW = Temporal.Instant.from('2026-11-20T08:00:00Z')
const TIME = NOW.epochMilliseconds / 1000
const SECRET = 'whsec_secretOfToday'
const BEFORE = 'whsec_secretOfYesterday'
const SESSION = { id: 'cs_test_1', object: 'checkout.session', client_reference_id: '7K3MWQ2P-1' }

function macOf(body: string, secret = SECRET, time: number | string = TIME): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

function eventOf(object: object, type = 'checkout.session.completed', livemode = false): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', type, livemode, data: { object } })
}

function read(body: string, signature = `t=${TIME},v1=${macOf(body)}`, changes: object = {}) {
  const expected = { secrets: [SECRET], isLive: false, ...changes }
  const headers = new Headers(signature === '' ? {} : { 'Stripe-Signature': signature })
  return parseStripeWebhook({ headers, body: new TextEncoder().encode(body), now: NOW }, expected)
}

const OPERATIONS = readFileSync('docs/operations.md', 'utf8')
const NOT_GENUINE = { ok: false, reason: 'not-genuine' }
const GENUINE = eventOf(SESSION)

describe('the signature', () => {
  test('may be one of several, while Stripe signs with two secrets', () => {
    const [old, good] = [macOf(GENUINE, BEFORE), macOf(GENUINE)]
    expect(read(GENUINE, `t=${TIME},v1=${old},v1=${good},v0=${old}`)).toMatchObject({ ok: true })
    expect(read(GENUINE, `t=${TIME},v1=${old}`)).toEqual(NOT_GENUINE)
    expect(read(GENUINE, `t=${TIME},v0=${good}`)).toEqual(NOT_GENUINE)
  })

  test('may be made with the current secret, or with the old one while both are set', () => {
    const signature = `t=${TIME},v1=${macOf(GENUINE, BEFORE)}`
    expect(read(GENUINE, signature)).toEqual(NOT_GENUINE)
    expect(read(GENUINE, signature, { secrets: [SECRET, BEFORE] })).toMatchObject({ ok: true })
  })

  test.each([-300, 300])('is accepted %s seconds away', (seconds) => {
    const time = TIME + seconds
    expect(read(GENUINE, `t=${time},v1=${macOf(GENUINE, SECRET, time)}`).ok).toBe(true)
  })

  test.each([-301, 301])('is stale %s seconds away', (seconds) => {
    const time = TIME + seconds
    const signature = `t=${time},v1=${macOf(GENUINE, SECRET, time)}`
    expect(read(GENUINE, signature)).toEqual({ ok: false, reason: 'stale' })
  })

  test('has one time: a second one does not make an old webhook new', () => {
    const old = TIME - 86_400
    const mac = macOf(GENUINE, SECRET, old)
    for (const times of [`t=${TIME},t=${old}`, `t=${old},t=${TIME}`]) {
      expect(read(GENUINE, `${times},v1=${mac}`)).toEqual(NOT_GENUINE)
    }
  })

  test.each(['', 't=', `t=${TIME}`, 't=soon,v1=00', 'v1=00', `t=${TIME},v1=${'0'.repeat(2000)}`])(
    'proves nothing if it is "%s"',
    (signature) => {
      expect(read(GENUINE, signature)).toEqual(NOT_GENUINE)
    },
  )
})

describe('test and real money', () => {
  test('are kept apart, both ways', () => {
    const other = { ok: false, reason: 'of-another-mode' }
    const live = eventOf(SESSION, 'checkout.session.completed', true)
    expect(read(live)).toEqual(other)
    expect(read(GENUINE, undefined, { isLive: true })).toEqual(other)
    expect(read(live, undefined, { isLive: true })).toMatchObject({ ok: true })
  })
})

test('each event in the subscription list is read, and each object that is read has one', () => {
  const [, list = ''] = /and these events:([^]*?)Others do no harm/.exec(OPERATIONS) ?? []
  const events = [...list.matchAll(/`([a-z_.]+)`/g)].map(([, event = '']) => event)
  const objects = events.map((event) => {
    const object = event.startsWith('charge.dispute.')
      ? 'dispute'
      : event.slice(0, event.lastIndexOf('.')).replace(/\.async_payment$/, '')
    const notice = read(eventOf({ id: 'one', object, payment_intent: 'one' }, event))
    expect(notice).toMatchObject({ ok: true, kind: event })
    return object
  })
  expect([...new Set(objects)].toSorted()).toEqual([...READ_OBJECTS].toSorted())
})

describe('the subject of an event', () => {
  const metadata = { merchant_ref: '7K3MWQ2P-1', payment_id: 'x' }
  test.each([
    ['checkout.session.completed', SESSION, 'cs_test_1', '7K3MWQ2P-1'],
    ['checkout.session.expired', { ...SESSION, client_reference_id: null }, 'cs_test_1', null],
    [
      'charge.refunded',
      { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata },
      'pi_1',
      '7K3MWQ2P-1',
    ],
    ['refund.failed', { id: 're_1', object: 'refund', payment_intent: 'pi_1' }, 'pi_1', null],
    [
      'charge.dispute.created',
      { id: 'du_1', object: 'dispute', payment_intent: 'pi_1', metadata: {} },
      'pi_1',
      null,
    ],
    [
      'payment_intent.payment_failed',
      { id: 'pi_1', object: 'payment_intent', metadata },
      'pi_1',
      '7K3MWQ2P-1',
    ],
    ['payout.paid', { id: 'po_1', object: 'payout' }, null, null],
    ['of next year', { object: 'news' }, null, null],
  ])('%s', (kind, object, providerRef, merchantRef) => {
    const notice = { ok: true, noticeId: 'evt_1', kind, providerRef, merchantRef }
    expect(read(eventOf(object, kind))).toEqual(notice)
  })

  test('yields only names: no amount, state or card is taken from it', () => {
    const told = { ...SESSION, amount_total: 1, payment_status: 'paid', status: 'complete' }
    expect(read(eventOf(told))).toEqual(read(GENUINE))
  })
})

describe('well signed nonsense', () => {
  test.each(['', 'null', '[]', '{}', '{"object":"v2.core.event"}', '{"id":"evt_1"', eventOf([])])(
    '%s is malformed',
    (body) => {
      expect(read(body)).toMatchObject({ ok: false, reason: 'malformed' })
    },
  )

  test('more than 64 KB is not even parsed', () => {
    const long = eventOf({ ...SESSION, filler: 'x'.repeat(64 * 1024) })
    expect(read(long)).toEqual({ ok: false, reason: 'malformed' })
  })
})
