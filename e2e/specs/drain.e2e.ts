import { afterAll, beforeAll, expect, test } from 'vitest'

import { startCompany, stop, type Company } from '#e2e/support/processes.ts'
import { openProxy } from '#e2e/support/proxy.ts'
import { until } from '#test/fixtures/until.ts'

/* A deploy behind a proxy: one of two programs is told to end while people are using both. */

const VISITORS = 4
/** The number of responses by the program that leaves, before it is told to end. */
const BEFORE = 20
/** Longer than a test may take. */
const LONG_DRAIN = { DRAIN_SECONDS: '300' }
const PAGES = ['/', '/timetables', '/book-now?from=NIC&to=LCA&date=2026-12-10', '/assets/none.js']

let company: Company

beforeAll(async () => {
  company = await startCompany()
})

afterAll(() => company.stop())

test.each(['1', '2'])(
  'SIGTERM under load: the proxy of a program with WORKERS=%s answers no 502, and no connection is reset',
  async (workers) => {
    const leaving = await company.startSite({ DRAIN_SECONDS: '4', WORKERS: workers })
    const staying = await company.startSite()
    const proxy = await openProxy([leaving.url, staying.url])
    const statuses = new Set<number>()
    const over = new AbortController()
    const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
      for (let page = visitor; !over.signal.aborted; page++) {
        const answer = await fetch(proxy.url + PAGES[page % PAGES.length])
        await answer.arrayBuffer()
        statuses.add(answer.status)
      }
    })
    const servedBy = (site: { url: string }) => proxy.served.get(site.url) ?? 0
    await until('both serve', () => servedBy(leaving) > BEFORE && servedBy(staying) > BEFORE)
    const ended = stop(leaving)
    await until('the proxy has noticed', () => !proxy.ready.has(leaving.url))
    expect((await fetch(`${leaving.url}/healthz`)).status).toBe(200)
    await ended
    const before = servedBy(staying)
    await until('the other one serves alone', () => servedBy(staying) > before + BEFORE)
    over.abort()
    await Promise.all(visitors)
    proxy.close()
    await stop(staying)

    expect(proxy.dropped).toEqual([])
    // A busy machine may answer 503, which is a response of the site.
    expect([...statuses]).not.toContain(502)
    expect([...statuses]).toContain(200)
  },
)

test('while it leaves, each response closes its connection, only a probe that fails is logged, and a second signal ends the wait', async () => {
  const site = await company.startSite({ ...LONG_DRAIN, LOG_LEVEL: 'info' })
  expect((await fetch(`${site.url}/healthz`)).headers.get('connection')).toBe('keep-alive')
  site.process.kill('SIGTERM')
  await until('it leaves', async () => (await fetch(`${site.url}/readyz`)).status === 503)
  const answer = await fetch(site.url)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stop(site, 'SIGINT')
  await expect(fetch(site.url)).rejects.toThrow('fetch failed')

  const lines = site.output().match(/^\{.*"Answered".*$/gm) ?? []
  const logged = lines.map((line) => JSON.parse(line) as { pattern: string; status: number })
  const answersOf = (path: string) => logged.filter(({ pattern }) => pattern === path)
  expect(answersOf('/readyz')).toContainEqual(expect.objectContaining({ status: 503 }))
  expect(answersOf('/healthz')).toEqual([])
})

test('a second signal ends the wait of each process of a program, too', async () => {
  const site = await company.startSite({ ...LONG_DRAIN, WORKERS: '2' })
  site.process.kill('SIGTERM')
  await until('it leaves', async () => (await fetch(`${site.url}/readyz`)).status === 503)
  await stop(site, 'SIGINT')
  expect(site.process.exitCode).toBe(0)
  await expect(fetch(site.url)).rejects.toThrow('fetch failed')
})
