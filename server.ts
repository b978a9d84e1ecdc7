import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import cluster from 'node:cluster'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler, ServerBuild } from 'react-router'

import { followCompany } from '#modules/company/company-editions.server.ts'
import { MAX_FEED_MEBIBYTES } from '#modules/gtfs/draft/draft.ts'
import { listPageOrigins, rememberAddress } from '#modules/payments/providers.server.ts'
import { followEditions } from '#modules/timetable/editions.server.ts'
import * as paths from '#paths'
import { hasFormToken, hidesOrigin, withFormTokens } from '#platform/answers/form-token.server.ts'
import { serveKept } from '#platform/answers/kept-assets.server.ts'
import { answerFromPageCache, showKept } from '#platform/answers/page-cache.server.ts'
import type { DatabaseAddresses, Surroundings } from '#platform/cluster/messages.ts'
import { openWorkers } from '#platform/cluster/primary.server.ts'
import { joinPrimary } from '#platform/cluster/worker.server.ts'
import { endDatabaseOf } from '#platform/database/site-database.server.ts'
import { invariant } from '#platform/invariant.ts'
import { stopEnqueueing } from '#platform/jobs/jobs.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { noteForm } from '#platform/limits/traces.server.ts'
import { localePath, LOCALES } from '#platform/locale.ts'
import { log, untilWritten } from '#platform/log.server.ts'
import { closeMail } from '#platform/mail/mail.server.ts'
import { countRequest } from '#platform/metrics/metrics.server.ts'
import { clientAddress } from '#platform/requests/client-address.server.ts'
import { absence, underRequestId } from '#platform/requests/request-id.server.ts'
import { mayChangeThings } from '#platform/requests/same-origin.server.ts'
import { addSecurityHeaders, allowFormsTo } from '#platform/requests/security-headers.server.ts'
import { env, leaveIfUnset, rememberOrigin, type Settings } from '#platform/settings/env.server.ts'
import { openMetrics } from '#platform/watch/metrics-port.server.ts'
import { drain, isReady } from '#platform/watch/readiness.server.ts'

import { localeOfRequest } from './app/http/negotiate-locale.server.ts'
import { rejectRequest } from './app/http/reject-request.server.ts'
import { SPECULATION_RULES } from './app/http/speculation-rules.ts'
import { assetsKept, openBank, openDatabase, openTheRest, type Part } from './serving/house.ts'

/*
 * Starts the website. The pages come from build/; everything else is loaded from source. With
 * WORKERS above one, this program runs once as the primary, which starts all that exists once, and
 * so often as a worker, which serves the pages.
 */

/** docs/promises.md, timeouts: a whole request, from its arrival. */
const SECONDS_TO_ANSWER = 8
const MAX_BYTES = 64 * 1024
/** Of a form with the file of a timetable, which the office alone can send. */
const MAX_UPLOAD_BYTES = (MAX_FEED_MEBIBYTES + 1) * 1024 * 1024
const UPLOADS = new Set(LOCALES.map((locale) => localePath(locale, paths.officeTimetable())))
/** Senders of webhooks prove themselves by a signature, not by coming from a page of ours. */
const NOTICES = paths.webhook('')
/** Proxies ask for these every second or two, so their successes would fill the log. */
const PROBES = new Set(['/healthz', '/readyz'])

const limitUnsaid = bodyLimit({
  maxSize: MAX_BYTES,
  onError: ({ req }) => refuseForm(req.raw, 'too-large'),
})

const settings = readSettingsOrLeave()
/** Everything started here, to be stopped in reverse order. */
const running: Part[] = []
const hurry = new AbortController()
let secondsToLeave: number | undefined
const isWorker = cluster.isWorker
const workers = !isWorker && settings.WORKERS > 1 ? openWorkers(settings.WORKERS) : undefined
const primary = process.ppid
const told = isWorker ? joinPrimary({ close, outlive: () => endDatabaseOf(primary) }) : undefined
if (!isWorker) {
  process.on('SIGINT', () => close(0))
  process.on('SIGTERM', () => close(settings.DRAIN_SECONDS))
}

/* The database is a process of its own, so the pages are loaded while it starts. */
const [database, answerPage] = await Promise.all([
  told ? enterDatabase(told) : openDatabase(settings, running).catch(leaveIfUnset),
  workers ? undefined : loadPages(),
])
running.push(await followCompany())
const bankOrigin = told
  ? (await told).bankOrigin
  : await openBank(settings, running).catch(leaveWithReason)
if (bankOrigin) rememberAddress('sandbox', bankOrigin)
allowFormsTo(listPageOrigins())

await openMetrics(settings).then((port) => running.push(port), leaveWithReason)

const site = new Hono()
site.use(noteAndProtect)
site.onError(fail)
// The process lives; whether visitors should be sent to it is another question.
site.get('/healthz', (context) => context.json({ ok: true }))
site.get('/readyz', async (context) => {
  const ok = await isReady()
  return context.json({ ok }, ok ? 200 : 503, { 'Cache-Control': 'no-store' })
})
site.get('/assets/*', filesFor('public, max-age=31536000, immutable'))
site.get('/assets/*', serveKept(assetsKept(settings)))
site.get('/speculation-rules.json', (context) =>
  context.body(JSON.stringify(SPECULATION_RULES), 200, {
    'Content-Type': 'application/speculationrules+json',
    'Cache-Control': 'public, max-age=3600',
  }),
)
site.get('/latest-build.json', filesFor('no-store'))
// A worker is revalidated every time, so that an old one never outlives a release.
site.get('/ticket-worker.js', filesFor('no-cache'))
site.get('/boarding-worker.js', filesFor('no-cache'))
site.get('/:file{[^/]+\\.(?:ico|svg|png|txt|xml|webmanifest)}', filesFor('public, max-age=3600'))
site.use(limitBody)
site.all('*', ({ req }) => inTime(req.raw, () => answerAny(req.raw, req.path)))

const answerByHono = getRequestListener(site.fetch, { hostname: settings.HOST })
const server = createServer(
  // Node looks for overdue connections every thirty seconds unless told otherwise.
  { requestTimeout: SECONDS_TO_ANSWER * 1000, connectionsCheckingInterval: 1000 },
  (incoming, outgoing) => {
    const isShown = isGreetedHere(incoming) && showKept(incoming, outgoing)
    return isShown ? undefined : answerByHono(incoming, outgoing)
  },
)
server.on('error', (error) => void leaveWithReason(error))
if (workers) {
  running.push({ stop: letVisitorsGo })
  workers.begin({ database, bankOrigin: bankOrigin ?? undefined })
  await workers.opened.then(({ port }) => open(port), leaveWithReason)
} else {
  server.on('listening', () => open((server.address() as AddressInfo).port))
  server.listen(settings.PORT, settings.HOST)
}

/**
 * Refuses a body that is too long. One that says how long it is need not be looked at: Node reads no more
 * of it than it says.
 */
function limitBody(context: Context, next: Next): ReturnType<typeof limitUnsaid> {
  const { method, headers } = context.req.raw
  const length = headers.get('Content-Length')
  const isSaid = length !== null && !headers.has('Transfer-Encoding')
  const most = UPLOADS.has(context.req.path) ? MAX_UPLOAD_BYTES : MAX_BYTES
  const isShort = isSaid && Number(length) <= most
  return method === 'GET' || method === 'HEAD' || isShort ? next() : limitUnsaid(context, next)
}

/** At "/" some visitors are redirected to their own language; all other pages are the same for all. */
function isGreetedHere({ url, headers }: IncomingMessage): boolean {
  if (url !== '/') return true
  const get = (name: string) => headers[name]?.toString() ?? null
  return localeOfRequest({ headers: { get } }) === MAIN_LOCALE
}

/** The database that the primary has opened. */
async function enterDatabase(surroundings: Promise<Surroundings>): Promise<DatabaseAddresses> {
  const { database: opened } = await surroundings
  process.env.DATABASE_URL = opened.url
  process.env.DATABASE_DIRECT_URL = opened.directUrl
  return opened
}

async function loadPages(): Promise<RequestHandler> {
  // React reads NODE_ENV once, when it is loaded, so all that loads it comes after this.
  process.env.NODE_ENV ??= 'production'
  const { routeByWord } = await import('./app/http/route-by-word.server.ts')
  const build = (await import(import.meta.resolve('./build/server/index.js'))) as ServerBuild
  // Our own check is better (same-origin.server.ts): the library sees only the plain connection to
  // us, and behind a proxy with https it would refuse every form.
  const checkedByUs = { allowedActionOrigins: ['**'] }
  return routeByWord({ ...build, ...checkedByUs })
}

/** The port is known now: starts everything that needs our address. */
function open(port: number): void {
  const origin = new URL(settings.SITE_URL ?? `http://localhost:${port}`).origin
  rememberOrigin(origin)
  running.push({ stop: stopEnqueueing }, { stop: async () => closeMail() })
  if (!workers) running.push(followEditions())
  if (!isWorker) openTheRest(settings, running, { databaseUrl: database.directUrl, origin })
  running.push({ stop: letVisitorsGo })
  if (!isWorker) announce(origin)
}

function announce(origin: string): void {
  log.info({ origin, mode: settings.MODE, workers: settings.WORKERS }, 'The site is open')
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
    const answered = { method: context.req.method, pattern, status: statusOf(context) }
    countRequest({ ...answered, milliseconds })
    const rounded = Math.round(milliseconds)
    const level = PROBES.has(pattern) && answered.status === 200 ? 'debug' : 'info'
    log[level]({ requestId: notes.id, ...answered, milliseconds: rounded }, 'Answered')
  })
}

/** Of a client that hung up, so that the request could not be answered: no fault of ours. */
const HUNG_UP = 499

function statusOf({ req, res }: Context): number {
  return res.status >= 500 && req.raw.signal.aborted ? HUNG_UP : res.status
}

function remoteAddress({ env: outer }: Context): string | undefined {
  return (outer as HttpBindings).incoming.socket.remoteAddress
}

async function refuseForm(request: Request, reason: 'not-from-here' | 'too-large') {
  await noteForm(reason)
  return rejectRequest(request, reason)
}

async function answerAny(request: Request, path: string): Promise<Response> {
  const isNotice = path.startsWith(NOTICES)
  const isOurs = isNotice || mayChangeThings(request) || (await isTokened(request))
  if (!isOurs) return refuseForm(request, 'not-from-here')
  if (path === '/' && localeOfRequest(request) !== MAIN_LOCALE) return makePage(request)
  return withFormTokens(request, await answerFromPageCache(request, makePage))
}

/** A browser that cannot say which page a form comes from proves it by the token in the form. */
async function isTokened(request: Request): Promise<boolean> {
  return hidesOrigin(request.headers) && (await hasFormToken(request))
}

async function makePage(request: Request): Promise<Response> {
  invariant(answerPage, 'the primary has no pages')
  const answer = await inTime(request, () => answerPage(request))
  const reason = absence()
  return reason && answer.status >= 500 ? rejectRequest(request, reason) : answer
}

/**
 * Limits how long a visitor waits; work already begun continues, but its response is dropped. A page has a limit of
 * its own, so that one which hangs is made again, and each visitor theirs: they may have waited for others first.
 */
async function inTime(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const { promise: tooLate, resolve } = Promise.withResolvers<Response>()
  const giveUp = () => resolve(rejectRequest(request, 'too-slow'))
  const timer = setTimeout(giveUp, SECONDS_TO_ANSWER * 1000)
  return Promise.race([answer(), tooLate]).finally(() => clearTimeout(timer))
}

function fail(error: Error, { req }: Context): Response {
  if (!req.raw.signal.aborted) log.error({ err: error }, 'A request failed outside of any page')
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
function close(seconds: number): void {
  if (seconds === 0) hurry.abort()
  if (secondsToLeave !== undefined) return
  secondsToLeave = seconds
  void stopAll()
}

/** First of all, and so that no request is lost. */
function letVisitorsGo(): Promise<void> {
  const limits = { seconds: secondsToLeave ?? 0, hurry: hurry.signal }
  return workers ? workers.stop(limits) : drain(server, limits)
}

async function stopAll(): Promise<void> {
  for (const one of running.splice(0).toReversed()) await one.stop()
  await untilWritten()
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
