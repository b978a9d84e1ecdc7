import { sql } from 'kysely'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { db, directUrl } from '#platform/db.server.ts'
import { enqueueJob, prepareJobs, startWorkers, type Job } from '#platform/jobs/jobs.server.ts'
import { sendMail } from '#platform/mail/mail.server.ts'
import { describeRequest, inSpan, traceId } from '#platform/spans.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { openCollector, type Collector } from '#test/fixtures/trace-collector.ts'

import { openTraces } from './open-traces.server.ts'
import { inRequestSpans } from './trace-requests.server.ts'
import { statement } from './trace-statements.server.ts'

type Errand = { email: string }
const ERRAND: Job<Errand> = { name: 'errand', tries: 1, firstPause: 1, longestPause: 1 }
const ANNA = { email: 'anna@example.com', name: 'Anna Example' }
const OF_PROXY = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${OF_PROXY.traceId}-${OF_PROXY.spanId}-01`

let collector: Collector
let traces: Awaited<ReturnType<typeof openTraces>>

beforeEach(async () => {
  collector = await openCollector()
  traces = await openTraces(settingsFor(collector.url), 'halcyon-site')
})
afterEach(async () => {
  await traces.stop()
  await collector.stop()
})

function settingsFor(url: string | undefined) {
  return {
    MODE: 'demonstration',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
    OTEL_TRACES_SAMPLER_ARG: 1,
  } as const
}

/** All spans, which are sent when the program ends. */
async function listSpans() {
  await traces.stop()
  return collector.spans()
}

/** One request to a server that answers in this way. */
async function visit(
  answer: RequestListener,
  { path = '/', hasProxy = true }: { path?: string; hasProxy?: boolean } = {},
): Promise<void> {
  const server = createServer(inRequestSpans(answer, { hasProxy }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { traceparent: TRACEPARENT, connection: 'close' }
  await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
  server.close()
  await once(server, 'close')
}

const answerAtOnce: RequestListener = (_incoming, outgoing) => {
  describeRequest({ method: 'GET', pattern: '/tickets/:id', status: 200 })
  outgoing.end()
}

test('a request, its statements, its job and its mail are one trace, and name no person', async () => {
  await prepareJobs(process.env.DATABASE_OWNER_URL ?? '', [ERRAND])
  const isDone = Promise.withResolvers<object>()
  const run = async (errand: Errand) => {
    await sql`select 1 as one from outbox where address = ${errand.email}`
      .execute(db)
      .catch(() => {})
    const message = { to: errand.email, subject: ANNA.name, text: ANNA.name, html: ANNA.name }
    const now = Temporal.Now.instant()
    const letter = { ...message, mailId: crypto.randomUUID(), language: 'en', attachments: [], now }
    await sendMail({ ...letter, visitor: '' })
    isDone.resolve(errand)
  }
  await visit(
    (incoming, outgoing) => {
      const work = inTransaction(async (tx) => {
        await sql`select ${ANNA.name}::text as name, 'Anna Example' from alerts`.execute(tx)
        await enqueueJob(tx, ERRAND, { email: ANNA.email })
      })
      void work.then(() => answerAtOnce(incoming, outgoing))
    },
    { path: '/tickets/0123456789abcdef?name=Anna' },
  )
  const workers = await startWorkers(directUrl(), [{ job: ERRAND, run }])
  expect(await isDone.promise).toEqual({ email: ANNA.email })
  await workers.stop()

  const spans = await listSpans()
  const find = (name: string) => spans.find((span) => span.name === name)
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([OF_PROXY.traceId]))
  const request = find('GET /tickets/:id')
  expect(request).toMatchObject({
    parentSpanId: OF_PROXY.spanId,
    service: 'halcyon-site',
    facts: { 'http.response.status_code': 200 },
  })
  expect(find('begin')?.parentSpanId).toBe(request?.spanId)
  expect(find('select alerts')).toMatchObject({
    parentSpanId: request?.spanId,
    facts: { 'db.query.text': 'select $1::text as name, ? from alerts' },
  })
  expect(find('errand')?.parentSpanId).toBe(request?.spanId)
  expect(find('select outbox')).toMatchObject({
    parentSpanId: find('errand')?.spanId,
    facts: { 'error.type': '42P01' },
  })
  expect(find('send a mail')?.parentSpanId).toBe(find('errand')?.spanId)
  expect(collector.text()).not.toMatch(/anna|0123456789abcdef|\?name/i)
  expect(collector.headers[0]).toMatchObject({ address: '/v1/traces', 'x-key': 'secret' })
})

test('a trace that a visitor claims to be part of is not joined, and probes have none', async () => {
  await visit(answerAtOnce, { hasProxy: false })
  await visit(answerAtOnce, { path: '/healthz' })
  const spans = await listSpans()
  expect(spans.map(({ name }) => name)).toEqual(['GET /tickets/:id'])
  expect(spans[0]?.traceId).not.toBe(OF_PROXY.traceId)
})

test('a fault is a word, and never the message that may name a person', async () => {
  const work = { name: 'call', kind: 'client' } as const
  const fault = Object.assign(new Error(`550 ${ANNA.email} is unknown`), { code: 'EENVELOPE' })
  await expect(inSpan(work, () => Promise.reject(fault))).rejects.toThrow('unknown')
  const refused = { ...work, failureIn: ({ reason }: { reason: string }) => reason }
  await inSpan(refused, async () => ({ reason: 'rejected' }))
  const spans = await listSpans()
  expect(spans.map(({ facts }) => facts['error.type'])).toEqual(['EENVELOPE', 'rejected'])
  expect(spans.map(({ status }) => status)).toEqual([{ code: 2 }, { code: 2 }])
  expect(collector.text()).not.toContain('anna')
})

test('work under way knows its trace; a statement outside of all work has none', async () => {
  expect(traceId()).toBeUndefined()
  await sql`select 1`.execute(db)
  const inside = await inSpan({ name: 'call', kind: 'client' }, async () => traceId())
  const spans = await listSpans()
  expect(spans.map((span) => [span.name, span.traceId])).toEqual([['call', inside]])
})

test('a program ends although its collector never answers', async () => {
  await traces.stop()
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  traces = await openTraces(settingsFor(`http://127.0.0.1:${port}`), 'halcyon-jobs')
  expect(inSpan({ name: 'call', kind: 'client' }, () => 'done')).toBe('done')
  await traces.stop()
  silent.close()
  silent.closeAllConnections()
})

test.each([
  ['select "a" from "seat_holds" where "b" = $1', 'select seat_holds'],
  ['insert into "orders" ("a") values ($1)', 'insert orders'],
  ['with x as (select 1) select 1', 'with'],
  ['update "bookings" set "a" = $1', 'update bookings'],
])('the span of %s is %s', (text, name) => {
  expect(statement(text).name).toBe(name)
})

test('text between quotes is masked', () => {
  const { facts } = statement(`select 'Anna O''Brien', "name" from people where a = 'x'`)
  expect(facts?.['db.query.text']).toBe('select ?, "name" from people where a = ?')
})

const LOADING = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  // The library of the metrics loads the interface, which does nothing.
  const isOfMetrics = ({ parentURL = '' }) => parentURL.includes('/prom-client/')
  registerHooks({
    resolve(name, context, next) {
      if (/^@opentelemetry/.test(name) && !isOfMetrics(context)) loaded.add(name)
      return next(name, context)
    },
  })
  const { openTraces } = await import('./platform/telemetry/open-traces.server.ts')
  await import('./platform/db.server.ts')
  await import('./platform/jobs/jobs.server.ts')
  await import('./platform/mail/mail.server.ts')
  const url = process.argv[1] || undefined
  await openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: '' }, 'halcyon-site')
  console.log(loaded.size)
  process.exit()`

async function countPackages(collectorUrl: string): Promise<number> {
  const args = ['--input-type=module', '--eval', LOADING, collectorUrl]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

test('without a collector no package of traces is loaded', async () => {
  expect(await countPackages('')).toBe(0)
  expect(await countPackages('http://127.0.0.1:9')).toBeGreaterThan(4)
})
