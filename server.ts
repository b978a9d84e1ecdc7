import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler, ServerBuild } from 'react-router'

import { startBank } from '#bank/bank.ts'
import { loadSeed } from '#modules/gtfs/load-seed.server.ts'
import { listPageOrigins, rememberAddress } from '#modules/payments/providers.server.ts'
import { followEditions } from '#modules/timetable/editions.server.ts'
import * as paths from '#paths'
import { clientAddress } from '#platform/client-address.server.ts'
import { now } from '#platform/clock.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { env, leaveIfUnset, rememberOrigin, type Settings } from '#platform/env.server.ts'
import { stopEnqueueing, startWorkers } from '#platform/jobs.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { log } from '#platform/log.server.ts'
import { closeMail } from '#platform/mail.server.ts'
import { openMetrics } from '#platform/metrics-port.server.ts'
import { countRequest } from '#platform/metrics.server.ts'
import { answerFromPageCache } from '#platform/page-cache.server.ts'
import { prepareDatabase } from '#platform/prepare-database.server.ts'
import { quickly } from '#platform/quick-answer.server.ts'
import { absence, underRequestId } from '#platform/request-id.server.ts'
import { mayChangeThings } from '#platform/same-origin.server.ts'
import { addSecurityHeaders, allowFormsTo } from '#platform/security-headers.server.ts'
import { openSiteDatabase } from '#platform/site-database.server.ts'
import { noteForm } from '#platform/traces.server.ts'

import { localeOfRequest } from './app/http/negotiate-locale.server.ts'
import { rejectRequest } from './app/http/reject-request.server.ts'
import { SPECULATION_RULES } from './app/http/speculation-rules.ts'
import { isCompanyWanted, startCompanyLater } from './demonstration/start-later.ts'
import { JOBS } from './jobs.ts'

/* Starts the website. The pages come from build/; everything else is loaded from source. */

const MAX_BYTES = 64 * 1024
const SECONDS_TO_ANSWER = 8
/** Visitors who are waiting are answered before the first poll for jobs. */
const MILLISECONDS_BEFORE_JOBS = 500
/** Senders of webhooks prove themselves by a signature, not by coming from a page of ours. */
const NOTICES = paths.webhook('')

const settings = readSettingsOrLeave()
/** Everything started here, to be stopped in reverse order. */
const running: { stop: () => Promise<void> }[] = []
let isClosing = false
process.on('SIGINT', close)
process.on('SIGTERM', close)

/* The database is a process of its own, so the pages are loaded while it starts. */
const [directUrl, answerPage] = await Promise.all([openDatabase().catch(leaveIfUnset), loadPages()])
await openBank().catch(leaveWithReason)

await openMetrics(settings).then((port) => running.push(port), leaveWithReason)

const site = new Hono()
site.use(noteAndProtect)
site.onError(fail)
site.get('/healthz', (context) => context.json({ ok: true }))
site.get('/assets/*', filesFor('public, max-age=31536000, immutable'))
site.get('/speculation-rules.json', (context) =>
  context.body(JSON.stringify(SPECULATION_RULES), 200, {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=3600',
  }),
)
site.get('/latest-build.json', filesFor('no-store'))
// The ticket worker is revalidated every time, so that an old one never outlives a release.
site.get('/ticket-worker.js', filesFor('no-cache'))
site.get('/:file{[^/]+\\.(?:ico|svg|png|txt|xml|webmanifest)}', filesFor('public, max-age=3600'))
site.use(bodyLimit({ maxSize: MAX_BYTES, onError: ({ req }) => refuseForm(req.raw, 'too-large') }))
site.all('*', async ({ req }) => {
  const isNotice = req.path.startsWith(NOTICES)
  if (!isNotice && !mayChangeThings(req.raw)) return refuseForm(req.raw, 'not-from-here')
  if (req.path === '/' && localeOfRequest(req.raw) !== MAIN_LOCALE) return makePage(req.raw)
  return answerFromPageCache(req.raw, () => makePage(req.raw))
})

const server = createServer(
  { requestTimeout: SECONDS_TO_ANSWER * 1000 },
  quickly(getRequestListener(site.fetch, { hostname: settings.HOST }), isGreetedHere),
)
server.on('listening', open)
server.on('error', (error) => void leaveWithReason(error))
server.listen(settings.PORT, settings.HOST)

/** At "/" some visitors are redirected to their own language; all other pages are the same for all. */
function isGreetedHere({ url, headers }: IncomingMessage): boolean {
  if (url !== '/') return true
  const get = (name: string) => headers[name]?.toString() ?? null
  return localeOfRequest({ headers: { get } }) === MAIN_LOCALE
}

/** Opens the database with its tables and queues and, in demonstration mode, the timetable. */
async function openDatabase(): Promise<string> {
  const database = await openSiteDatabase(settings.DATA_DIR)
  running.push(database)
  await prepareDatabase(
    database,
    JOBS.map(({ job }) => job),
  )
  crashPoint('start:after-migrating')
  if (settings.MODE === 'demonstration') await loadSeed(now())
  return database.directUrl
}

async function loadPages(): Promise<RequestHandler> {
  // React reads NODE_ENV once, when it is loaded, so all that loads it comes after this.
  process.env.NODE_ENV ??= 'production'
  const { createRequestHandler } = await import('react-router')
  const build = (await import(import.meta.resolve('./build/server/index.js'))) as ServerBuild
  // Our own check is better (same-origin.server.ts): the library sees only the plain connection to
  // us, and behind a proxy with https it would refuse every form.
  const checkedByUs = { allowedActionOrigins: ['**'] }
  return createRequestHandler({ ...build, ...checkedByUs }, 'production')
}

/** The port is known now: starts everything that needs our address. */
function open(): void {
  const given = server.address()
  const port = typeof given === 'object' && given ? given.port : settings.PORT
  const origin = new URL(settings.SITE_URL ?? `http://localhost:${port}`).origin
  rememberOrigin(origin)
  running.push({ stop: stopEnqueueing }, { stop: async () => closeMail() }, followEditions())
  if (settings.JOBS === 'on') {
    const stopping = new AbortController()
    const jobs = beginJobs(stopping.signal)
    const stop = async () => {
      stopping.abort()
      await (await jobs)?.stop()
    }
    running.push({ stop })
  }
  if (isCompanyWanted(settings)) running.push(startCompanyLater({ databaseUrl: directUrl, origin }))
  running.push({ stop: answerTheLast })
  log.info({ origin, mode: settings.MODE }, 'The site is open')
  const office = settings.MODE === 'demonstration' ? `  Its office is at ${origin}/office\n` : ''
  process.stdout.write(`\n  Halcyon is open at ${origin}\n${office}\n`)
}

/** A port in use is no fault to trace: one sentence names it and the remedy. */
async function leaveWithReason(error: NodeJS.ErrnoException & { port?: number }): Promise<void> {
  const taken = `another program has port ${error.port}. Set PORT to another; the bank takes the next`
  const reason = error.code === 'EADDRINUSE' ? taken : error.message
  process.exitCode = 1
  process.stderr.write(`The site cannot be opened: ${reason}\n`)
  await stopAll()
}

/** A database that is briefly away must not end the site or its jobs. */
async function beginJobs(stopping: AbortSignal) {
  while (!stopping.aborted) {
    await pause(MILLISECONDS_BEFORE_JOBS)
    try {
      return await startWorkers(directUrl, JOBS)
    } catch (error) {
      log.error({ err: error }, 'The jobs cannot begin; they try again')
    }
  }
  return undefined
}

/** The sandbox bank, beside the site and on its own origin, unless one runs elsewhere. */
async function openBank(): Promise<void> {
  if (settings.PAYMENT_PROVIDER === 'sandbox' && !settings.BANK_URL) {
    const bank = await startBank({
      port: settings.PORT === 0 ? 0 : settings.PORT + 1,
      host: settings.HOST,
      databaseFile: join(settings.DATA_DIR, 'sandbox-bank.sqlite'),
      key: settings.BANK_KEY,
      secret: settings.BANK_SECRET,
      control: settings.SANDBOX_CONTROL === '1',
    })
    running.push(bank)
    rememberAddress('sandbox', bank.origin)
  }
  allowFormsTo(listPageOrigins())
}

/** Every response gets a request id, the security headers, and one line in the log. */
function noteAndProtect(context: Context, next: Next): Promise<void> {
  const address = clientAddress(context.req.raw.headers, remoteAddress(context))
  return underRequestId(address, async (notes) => {
    const started = performance.now()
    await next()
    addSecurityHeaders(context.res.headers)
    context.res.headers.set('X-Request-Id', notes.id)
    const pattern = notes.pattern ?? context.req.routePath
    const milliseconds = performance.now() - started
    const answered = { method: context.req.method, pattern, status: context.res.status }
    countRequest({ ...answered, milliseconds })
    const rounded = Math.round(milliseconds)
    log.info({ requestId: notes.id, ...answered, milliseconds: rounded }, 'Answered')
  })
}

function remoteAddress({ env: outer }: Context): string | undefined {
  return (outer as HttpBindings).incoming.socket.remoteAddress
}

async function refuseForm(request: Request, reason: 'not-from-here' | 'too-large') {
  await noteForm(reason)
  return rejectRequest(request, reason)
}

async function makePage(request: Request): Promise<Response> {
  const answer = await inTime(request, answerPage(request))
  const reason = absence()
  return reason && answer.status >= 500 ? rejectRequest(request, reason) : answer
}

/** Limits how long a visitor waits; work already begun continues, but its response is dropped. */
async function inTime(request: Request, answer: Promise<Response>): Promise<Response> {
  const { promise: tooLate, resolve } = Promise.withResolvers<Response>()
  const giveUp = () => resolve(rejectRequest(request, 'too-slow'))
  const timer = setTimeout(giveUp, SECONDS_TO_ANSWER * 1000)
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}

function fail(error: Error, { req }: Context): Response {
  log.error({ err: error }, 'A request failed outside of any page')
  return rejectRequest(req.raw, 'fault')
}

function filesFor(cacheControl: string) {
  return serveStatic({
    root: './build/client',
    precompressed: true,
    onFound: (_path, context) => context.header('Cache-Control', cacheControl),
  })
}

/** Ctrl-C arrives twice: from the terminal, and again from npm. It may arrive during the start. */
function close(): void {
  if (isClosing) return
  isClosing = true
  void stopAll()
}

/** Visitors whose requests are under way still get their responses, within the time limit. */
async function answerTheLast(): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SECONDS_TO_ANSWER * 1000)
  server.close(() => resolve())
  server.closeIdleConnections()
  await isOver
  clearTimeout(timer)
}

async function stopAll(): Promise<void> {
  for (const one of running.splice(0).toReversed()) await one.stop()
  process.exit()
}

/** All invalid settings are reported at once, and nothing is started. */
function readSettingsOrLeave(): Settings {
  try {
    return env()
  } catch (error) {
    return leaveIfUnset(error)
  }
}
