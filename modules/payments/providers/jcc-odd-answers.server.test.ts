import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ACCOUNT, providerAt, startGateway } from '#test/fakes/jcc/gateway.ts'

/* Unexpected responses of a gateway, and requests that the fake one refuses. */

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.bank.stop())

describe('a response that', () => {
  const ANSWERS: [string, number, string, object][] = [
    ['is not JSON', 200, 'welcome', { reason: 'unknown' }],
    ['is empty', 200, '{}', { reason: 'unknown' }],
    ['has no status', 200, '{"errorCode":0,"amount":1}', { reason: 'unknown' }],
    ['has an unknown status', 200, '{"orderStatus":9,"amount":1}', { reason: 'unknown' }],
    ['says success, but no', 200, '{"success":false,"amount":1}', { reason: 'rejected' }],
    ['says 5 as a number', 200, '{"errorCode":5}', { reason: 'rejected' }],
    ['says 5 as text', 200, '{"errorCode":"5","errorMessage":"Access"}', { reason: 'rejected' }],
    ['says 6', 200, '{"errorCode":"6"}', { reason: 'rejected' }],
    ['says 7', 200, '{"errorCode":7}', { reason: 'unknown' }],
    ['is 400', 400, '', { reason: 'unknown' }],
    ['is 404', 404, '', { reason: 'rejected' }],
    ['is 429', 429, '', { reason: 'unavailable' }],
    ['is 500', 500, '{}', { reason: 'unknown' }],
    ['is 502', 502, '', { reason: 'unknown' }],
    ['is 503', 503, '', { reason: 'unavailable' }],
    ['is a redirect', 302, '', { reason: 'unknown' }],
    [
      'has codes as text and nothing optional',
      200,
      '{"errorCode":"0","orderStatus":"2","amount":"2700"}',
      { ok: true, status: 'paid', captured: 2700, currency: 'EUR', merchantRef: null, card: null },
    ],
    [
      'has nulls for optional fields',
      200,
      '{"orderStatus":0,"amount":1,"currency":978,"refunds":null,"cardAuthInfo":null,"chargeback":null}',
      { ok: true, status: 'open', refunds: [], disputed: false },
    ],
    [
      'lists a single refund, not in a list',
      200,
      '{"orderStatus":4,"amount":9,"refunds":{"amount":"4","externalRefundId":"a","actionCode":0}}',
      { ok: true, status: 'paid', captured: 9, refunded: 4, refunds: [{ refundId: 'a' }] },
    ],
  ]
  test.each(ANSWERS)('%s', async (_what, status, text, expected) => {
    const odd = createServer((_request, response) => {
      response.writeHead(status, { Location: '/elsewhere' }).end(text)
    }).listen(0, '127.0.0.1')
    await once(odd, 'listening')
    const { port } = odd.address() as AddressInfo
    expect(await providerAt(`http://127.0.0.1:${port}`).fetch('any')).toMatchObject(expected)
    odd.closeAllConnections()
    odd.close()
  })
})

test('a gateway that does not respond is abandoned after the timeout', async () => {
  const { bank } = gateway
  await bank.control('/outage', { mode: 'timeout', calls: 1 })
  const hasty = providerAt(bank.origin, { timeoutMilliseconds: 50 })
  expect(await hasty.fetch('any')).toEqual({ ok: false, reason: 'unknown' })
})

describe('the fake gateway is strict', () => {
  const good = {
    userName: ACCOUNT.user,
    password: ACCOUNT.password,
    orderId: '06cf5599-3f17-7c86-bdbc-bd7d00a8b38b',
  }
  test.each([
    ['an unknown field', { ...good, mdOrder: 'x' }, 5],
    ['another user', { ...good, userName: 'halcyon' }, 5],
    ['no password', { userName: ACCOUNT.user, orderId: good.orderId }, 5],
    ['an unknown order', good, 6],
  ])('refuses %s', async (_what, fields, errorCode) => {
    const { bank } = gateway
    expect(await post(bank.origin, new URLSearchParams(fields))).toBe(errorCode)
  })

  test('refuses a body that is not a form, and a repeated field', async () => {
    const { bank } = gateway
    expect(await post(bank.origin, JSON.stringify(good))).toBe(4)
    const twice = new URLSearchParams(good)
    twice.append('orderId', good.orderId)
    expect(await post(bank.origin, twice)).toBe(5)
  })
})

async function post(origin: string, body: URLSearchParams | string): Promise<number> {
  const url = `${origin}/payment/rest/getOrderStatusExtended.do`
  const response = await fetch(url, { method: 'POST', body })
  const { errorCode } = (await response.json()) as { errorCode: string | number }
  return Number(errorCode)
}
