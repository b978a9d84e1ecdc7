import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { metrics } from '#platform/metrics/metrics.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { addSecurityHeaders } from '#platform/requests/security-headers.server.ts'

import { keepWhileTrue } from './basis.server.ts'
import { answerFromPageCache, findSmallest, forgetPages, KEEP } from './page-cache.server.ts'
import { quickly, waitedBefore } from './quick-answer.server.ts'
import { keepAnswersWhile } from './true-answers.server.ts'

let server: Server
let origin: string
/** Requests that went the slow way, in order. */
let slow: string[] = []
/** For how long each of them had waited before, in milliseconds. */
let waits: number[] = []

beforeEach(async () => {
  shiftClock({ milliseconds: 60_000 - (now().epochMilliseconds % 60_000) })
  forgetPages()
  const long = getRequestListener((request, { incoming }) => {
    waits.push(waitedBefore(incoming as IncomingMessage))
    return theLongWay(request)
  })
  server = createServer(quickly(long, (incoming) => !isGreek(incoming)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await pageLiesReady('/faq')
  slow = []
})
afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  shiftClock({ hours: 1 })
})

test('a cached page is sent straight away, and is the same as the slow way', async () => {
  const quick = await ask('/faq')
  expect(slow).toEqual([])
  const long = await ask('/faq', { 'Accept-Language': 'el' })
  expect(slow).toEqual(['GET /faq'])
  expect(await quick.text()).toBe(await long.text())
  expect(namesAndValues(quick)).toEqual(namesAndValues(long))
  expect(quick.headers.get('x-request-id')).toMatch(/^[0-9A-Z]{8}$/)
})

test('a page that is personal, new, changed or asked for in another way goes the slow way', async () => {
  const etag = (await ask('/faq')).headers.get('etag') ?? ''
  expect((await ask('/faq', { 'If-None-Match': etag })).status).toBe(304)
  await ask('/faq', { 'Accept-Encoding': 'gzip' })
  await ask('/faq?x=1')
  await ask('/cart')
  await fetch(`${origin}/faq`, { method: 'POST', body: 'a=1' })
  await fetch(`${origin}/faq`, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
  shiftClock({ minutes: 1 })
  await ask('/faq')
  const asked = ['/faq', '/faq', '/faq?x=1', '/cart'].map((path) => `GET ${path}`)
  expect(slow).toEqual([...asked, 'POST /faq', 'HEAD /faq', 'GET /faq'])
})

test('the time of a kept search is the time for which its visitor waited for the database', async () => {
  let waited = 0
  const clock = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + waited)
  onTestFinished(() => void vi.restoreAllMocks())
  keepAnswersWhile(async () => new Set())
  await ask('/book-now?learn')
  await ask('/book-now?from=NIC')
  slow = []
  const before = await secondsOf('/book-now')
  keepAnswersWhile(async () => {
    waited += 60_000
    return new Set()
  })
  expect((await ask('/book-now?from=NIC')).status).toBe(200)
  expect(slow).toEqual([])
  expect((await secondsOf('/book-now')) - before).toBeGreaterThanOrEqual(60)
})

test('a visitor whom the database keeps waiting goes the long way after eight seconds, and has none left', async () => {
  keepAnswersWhile(async () => new Set())
  await ask('/book-now?learn')
  await ask('/book-now?from=NIC')
  const { promise: isTrue, resolve: goOn } = Promise.withResolvers<ReadonlySet<string>>()
  keepAnswersWhile(() => isTrue)
  slow = []
  waits = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = ask('/book-now?from=NIC')
  await once(server, 'request')
  vi.advanceTimersByTime(7999)
  await ask('/faq')
  expect(slow).toEqual([])
  vi.advanceTimersByTime(1)
  while (slow.length === 0) await ask('/faq')
  expect(waits).toEqual([8000])
  goOn(new Set())
  await answer
})

/** Of all requests for this page that were answered. */
async function secondsOf(pattern: string): Promise<number> {
  const { values } = (await metrics.getMetricsAsJSON()).find(isOfRequests) ?? { values: [] }
  const sums = values.filter(
    (value) => 'metricName' in value && String(value.metricName).endsWith('_sum'),
  )
  return sums.find(({ labels }) => labels.pattern === pattern)?.value ?? 0
}

function isOfRequests({ name }: { name: string }): boolean {
  return name === 'halcyon_request_seconds'
}

function isGreek({ headers }: IncomingMessage): boolean {
  return headers['accept-language'] === 'el'
}

function theLongWay(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  slow.push(`${request.method} ${pathname}${search}`)
  return underRequestId('here', async ({ id }) => {
    const answer = await answerFromPageCache(request, async () => {
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'X-Page': 'its own' }
      if (pathname === '/book-now') {
        keepWhileTrue()
        return new Response('a search', { headers })
      }
      return new Response('a page', { headers: { ...headers, [KEEP]: 'now' } })
    })
    addSecurityHeaders(answer.headers)
    answer.headers.set('X-Request-Id', id)
    return answer
  })
}

async function pageLiesReady(path: string): Promise<void> {
  await ask(path)
  while (!findSmallest(path, { acceptEncoding: 'br', ifNoneMatch: '' })) await pause(5)
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const asBrowsers = { 'Accept-Encoding': 'br', 'Sec-Fetch-Site': 'none' }
  return fetch(origin + path, { headers: { ...asBrowsers, ...headers } })
}

function namesAndValues({ headers }: Response): [string, string][] {
  return [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
}
