import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { nowMilliseconds } from '#platform/clock.server.ts'
import { newReference } from '#platform/ids.server.ts'
import { log } from '#platform/log.server.ts'
import { countRequest } from '#platform/metrics/metrics.server.ts'
import { notePattern, requestPattern } from '#platform/requests/request-id.server.ts'
import { addSecurityHeaders } from '#platform/requests/security-headers.server.ts'

import { openCache } from './cache.server.ts'
import {
  compressHtml,
  compressSmall,
  compressToFit,
  findEncoding,
  findQuickEncoding,
  type Encoding,
} from './compress-html.server.ts'

/**
 * A page that is the same for everyone is kept for a moment, by its address. It asks for that by this
 * header, which is removed from the response: `now` if it tells the time, `timetable` if its last edition
 * is better than none while the database cannot be reached, `seats` if it shows what is free.
 */
export const KEEP = 'X-Keep'
export type Keep = 'now' | 'timetable' | 'seats'

const SEATS_MILLISECONDS = 2000
const MINUTE = 60_000
/** Memory for the pages of one process. */
const MAX_BYTES = 64 * 1024 * 1024
/** An address longer than this is no page that people ask for. */
const MAX_ADDRESS_LENGTH = 1000
const UNAVAILABLE = 503
/** The spelling of our addresses. The router accepts countless others too. */
const OUR_SPELLING = /^(?:\/|(?:\/[a-z0-9_-]+)+)(?:\?|$)/

/** Milliseconds of the clock: what was read then may be shown before the other moment. */
type Period = { began: number; until: number }

type Kept = Period & {
  keep: Keep
  /** Of the addresses of this page, for the log and the metrics. */
  pattern: string
  headers: Headers
  html: Uint8Array<ArrayBuffer>
  /** Of a page that is kept for a minute. */
  etag: string | undefined
  sending: Map<Encoding | undefined, Promise<Sent>>
  sent: Map<Encoding | undefined, Sent>
}

/** As written to a connection. */
type Sent = { headers: Headers; head: string[]; bytes: Uint8Array<ArrayBuffer> }

type Make = (request: Request) => Promise<Response>
/** Of a page that is kept the answer has been read. */
type Made = { kept?: Kept; answer: Response }

const pages = openCache<Kept>({ maxBytes: MAX_BYTES, bytesOf: memoryOf })
const making = new Map<string, Period & { made: Promise<Made> }>()
/** Paths that were answered with a page for everyone. The first of each is made for its visitor alone. */
const pathsForAll = new Set<string>()
/** How often the cache was cleared: a page being made meanwhile is not kept. */
let timesForgotten = 0

/** Called when what the pages show has been replaced. */
export function forgetPages(): void {
  timesForgotten++
  pages.clear()
  making.clear()
}

/** The moment until which a page may be shown that was begun at another. Times on pages are of one minute. */
export function keepUntil(keep: Keep, began: number): number {
  return keep === 'seats' ? began + SEATS_MILLISECONDS : (Math.floor(began / MINUTE) + 1) * MINUTE
}

/** Not either if the clock was put back meanwhile. */
function isShown({ began, until }: Period, now = nowMilliseconds()): boolean {
  return now >= began && now < until
}

/**
 * Sends a page that is kept straight onto the connection, and says whether there was one: by way of a
 * Request and a Response it costs five times as much.
 */
export function showKept(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const began = performance.now()
  const { method = '', url = '', headers } = incoming
  // Forms need a token for a browser that will not say where they come from.
  const isPlain = headers.authorization === undefined && headers['sec-fetch-site'] !== undefined
  const kept = method === 'GET' && isPlain ? pages.get(url) : undefined
  if (!kept || !isShown(kept) || isKnown(kept, headers['if-none-match'])) return false
  const sent = kept.sent.get(encodingOf(kept, headers['accept-encoding']))
  if (!sent) return false

  const requestId = newReference()
  outgoing.writeHead(200, [...sent.head, 'X-Request-Id', requestId])
  outgoing.end(sent.bytes)
  const milliseconds = performance.now() - began
  const answered = { method, pattern: kept.pattern, status: 200 }
  countRequest({ ...answered, milliseconds })
  log.info({ requestId, ...answered, milliseconds: Math.round(milliseconds) }, 'Answered')
  return true
}

/** The response to a request: a page that is kept, or one made by `make`. */
export async function answerFromPageCache(request: Request, make: Make): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  if (!mayShare(request, address)) return answerAlone(request, make)
  const known = pages.get(address)
  if (known && isShown(known)) return show(known, request)

  if (!pathsForAll.has(pathname)) {
    const { kept, answer } = await makePage(address, request, make)
    if (kept) return show(kept, request)
    // What turned out to be for all is made again without the cookie, and sent as small as to anybody.
    if (!pathsForAll.has(pathname)) return compressHtml(request, answer)
  }

  const { made, isOurs } = makeTogether(address, request, make)
  const { kept, answer } = await made
  if (kept) return show(kept, request)
  if (answer.status === UNAVAILABLE) {
    if (known?.keep === 'timetable') return show(known, request)
    // Nobody waits for the database a second time.
    return compressHtml(request, answer.clone())
  }
  const isFault = answer.status >= 500
  return isOurs && isFault ? compressHtml(request, answer) : answerAlone(request, make)
}

/** Whoever has a password is answered alone: caches that several people share keep no answer to it. */
function mayShare({ method, headers }: Request, address: string): boolean {
  const isAsked = method === 'GET' && !headers.has('Authorization')
  return isAsked && address.length <= MAX_ADDRESS_LENGTH && OUR_SPELLING.test(address)
}

async function answerAlone(request: Request, make: Make): Promise<Response> {
  const answer = await make(request)
  answer.headers.delete(KEEP)
  return compressHtml(request, answer)
}

/**
 * Visitors who ask for the same page share one making while what it reads is new enough. It is asked for
 * without any header of theirs, so it can contain nothing of a visitor, and nobody ends it by hanging up.
 */
function makeTogether(address: string, request: Request, make: Make) {
  const underWay = making.get(address)
  if (underWay && isShown(underWay)) return { made: underWay.made, isOurs: false }
  const began = nowMilliseconds()
  const until = Math.min(keepUntil('seats', began), keepUntil('now', began))
  const made = makePage(address, new Request(request.url), make).finally(() => {
    if (making.get(address)?.made === made) making.delete(address)
  })
  making.set(address, { began, until, made })
  return { made, isOurs: true }
}

/** What was read before the cache was cleared is shown to those who waited for it, and not kept. */
async function makePage(address: string, request: Request, make: Make): Promise<Made> {
  const [began, times] = [nowMilliseconds(), timesForgotten]
  const answer = await make(request)
  const keep = answer.headers.get(KEEP) as Keep | null
  answer.headers.delete(KEEP)
  const isWhole = keep === 'seats' || !address.includes('?')
  const isForAll = answer.status === 200 && !answer.headers.has('Set-Cookie')
  if (!keep || !isWhole || !isForAll) return { answer }
  pathsForAll.add(new URL(request.url).pathname)
  if (request.headers.has('Cookie')) return { answer }

  const html = new Uint8Array(await answer.arrayBuffer())
  const before = pages.get(address)
  const etag = keep === 'seats' ? undefined : etagOf(html)
  const pattern = requestPattern() ?? 'unknown'
  const fresh = {
    keep,
    pattern,
    headers: answer.headers,
    html,
    etag,
    sending: new Map(),
    sent: new Map(),
  }
  const isSame = etag !== undefined && before?.etag === etag
  const kept = { ...(isSame ? before : fresh), began, until: keepUntil(keep, began) }
  if (times === timesForgotten) pages.set(address, kept)
  return { kept, answer }
}

function etagOf(html: Uint8Array): string {
  return `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
}

async function show(kept: Kept, request: Request): Promise<Response> {
  notePattern(kept.pattern)
  const asked = request.headers
  if (isKnown(kept, asked.get('If-None-Match'))) {
    return new Response(null, { status: 304, headers: headersOf(kept) })
  }
  const encoding = encodingOf(kept, asked.get('Accept-Encoding'))
  const sending = kept.sending.get(encoding) ?? makeReady(kept, encoding)
  kept.sending.set(encoding, sending)
  const { headers, bytes } = await sending
  // A copy, since the server's own Response keeps the object that it is given, and others add to it.
  return new Response(bytes, { headers: new Headers(headers) })
}

function isKnown({ etag }: Kept, ifNoneMatch: string | null | undefined): boolean {
  return etag !== undefined && !!ifNoneMatch?.includes(etag)
}

/** A page that is kept for a minute is made smaller than one that is kept for seconds. */
function encodingOf({ keep }: Kept, accepted: string | string[] | null | undefined) {
  const find = keep === 'seats' ? findQuickEncoding : findEncoding
  return find(accepted?.toString() ?? '')
}

/** Compresses a page once for all who read this encoding. */
async function makeReady(kept: Kept, wanted: Encoding | undefined): Promise<Sent> {
  const headers = headersOf(kept)
  const { encoding, bytes } = await compressKept(kept, wanted)
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(bytes.length))
  addSecurityHeaders(headers)
  const ready = { headers, head: [...headers].flat(), bytes }
  kept.sent.set(wanted, ready)
  return ready
}

async function compressKept({ keep, html }: Kept, wanted: Encoding | undefined) {
  if (wanted === undefined) return { encoding: undefined, bytes: html }
  const isBrief = keep === 'seats' || wanted === 'zstd'
  return isBrief ? compressToFit(wanted, html) : compressSmall(wanted, html)
}

function headersOf({ headers: own, etag }: Kept): Headers {
  const headers = new Headers(own)
  headers.append('Vary', 'Accept-Encoding')
  if (etag === undefined) return headers
  headers.set('ETag', etag)
  headers.set('Cache-Control', 'no-cache')
  return headers
}

/** Compressed it takes less again, in all encodings together. */
function memoryOf({ html }: Kept, address: string): number {
  return 2 * html.length + address.length
}
