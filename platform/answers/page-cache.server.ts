import { createHash } from 'node:crypto'

import { nowMilliseconds } from '#platform/clock.server.ts'
import { notePattern, requestPattern } from '#platform/requests/request-id.server.ts'
import { addSecurityHeaders } from '#platform/requests/security-headers.server.ts'

import { openCache } from './cache.server.ts'
import {
  brotli,
  compressHtml,
  compressWith,
  findEncoding,
  MAX_IN_ONE_TRIP,
  type KeptEncoding,
} from './compress-html.server.ts'
import { answerWhileTrue, forgetAnswers, isKeptWhileTrue } from './true-answers.server.ts'

/**
 * Pages that are the same for everyone are made once a minute and kept, compressed as small as
 * possible. A page asks for it by this header, which is removed from the response: `now` if it
 * tells the time, `timetable` if its last edition is better than none while the database cannot be reached.
 */
export const KEEP = 'X-Keep'
export type Keep = 'now' | 'timetable'

const MAX_PAGES = 200
const UNAVAILABLE = 503
/**
 * Brotli quality. 10 costs the first visitor of each minute 40 ms; 11 costs 100 ms, so it runs in
 * the background.
 */
const GOOD = 10
const BEST = 11

type Kept = {
  keep: Keep
  /** The minute of the clock in which it was made, and for which it is valid. */
  minute: number
  /** Of the addresses of this page, for the log and the metrics. */
  pattern: string
  headers: [string, string][]
  page: Page
  ready?: Ready
}

/** As written to a connection: header names and values in turn, and the page in brotli. */
type Ready = { head: readonly string[]; bytes: Uint8Array; pattern: string }

/** Kept from minute to minute while its content stays the same. */
type Page = {
  etag: string
  html: Uint8Array<ArrayBuffer>
  compressed: Map<KeptEncoding, Promise<Uint8Array<ArrayBuffer>>>
  smallest?: Uint8Array<ArrayBuffer>
}

type Making = { minute: number; answer: Promise<Response> }

const pages = openCache<Kept>({ max: MAX_PAGES })
const making = new Map<string, Making>()
/** How often the cache was cleared: a page being made meanwhile is not kept. */
let timesForgotten = 0

/** The spelling of our addresses. The router accepts countless others too. */
const OUR_SPELLING = /^\/$|^(?:\/[a-z0-9_-]+)+$/

/**
 * The response to a request, from the cache if it is the same for everyone; otherwise made by
 * `make`. A request in another spelling is not cached; one with a query is, while it is true, if its
 * page says that it may be (see true-answers.server.ts).
 */
export async function answerFromPageCache(
  request: Request,
  make: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const hasNoQuery = search === '' && OUR_SPELLING.test(pathname) && !isKeptWhileTrue(pathname)
  if (request.method !== 'GET' || !hasNoQuery) {
    return answerWhileTrue(request, async (asked) => withoutMark(await make(asked)))
  }

  const known = pages.get(pathname)
  if (known && known.minute === thisMinute()) return show(known, request)

  const answer = await makeOnce(pathname, () => make(request))
  const fresh = pages.get(pathname)
  if (answer.headers.has(KEEP) && fresh) return show(fresh, request)
  if (known && isBetter(known, answer)) return show(known, request)
  return compressHtml(request, answer)
}

/** The last edition of a timetable is better than the answer that it cannot be made now. */
function isBetter({ keep }: Kept, { status }: Response): boolean {
  return keep === 'timetable' && status === UNAVAILABLE
}

/** A page that is valid now and compressed already, for a browser that reads brotli and lacks it. */
export function findSmallest(
  path: string,
  { acceptEncoding, ifNoneMatch }: { acceptEncoding: string; ifNoneMatch: string },
): Ready | undefined {
  const kept = pages.get(path)
  if (kept?.minute !== thisMinute() || !kept.page.smallest) return undefined
  if (findEncoding(acceptEncoding) !== 'br' || ifNoneMatch.includes(kept.page.etag))
    return undefined

  kept.ready ??= makeReady(kept, kept.page.smallest)
  return kept.ready
}

function makeReady(kept: Kept, bytes: Uint8Array): Ready {
  const headers = headersOf(kept, 'br')
  headers.set('Content-Length', String(bytes.length))
  addSecurityHeaders(headers)
  return { head: [...headers].flat(), bytes, pattern: kept.pattern }
}

/** Called when the content of the pages has been replaced. */
export function forgetPages(): void {
  timesForgotten++
  pages.clear()
  making.clear()
  forgetAnswers()
}

/** Requests for a cached page that is being made again wait for the same one, if it is of this minute. */
async function makeOnce(pathname: string, make: () => Promise<Response>): Promise<Response> {
  const began = { times: timesForgotten, minute: thisMinute() }
  const started = making.get(pathname)
  const known = pages.get(pathname)
  if (started?.minute === began.minute && known) {
    const answer = await started.answer.catch(() => undefined)
    const isEnough = answer && (answer.headers.has(KEEP) || isBetter(known, answer))
    return isEnough ? answer : make()
  }
  const answer = make().then(async (made) => {
    await keepPage(pathname, made, began)
    return made
  })
  making.set(pathname, { minute: began.minute, answer })
  return answer.finally(() => {
    if (making.get(pathname)?.answer === answer) making.delete(pathname)
  })
}

/** The minute in which a making began is that of the times in it, and the content is no newer. */
type Began = { times: number; minute: number }

async function keepPage(pathname: string, made: Response, began: Began): Promise<void> {
  const keep = made.headers.get(KEEP)
  if (keep === null) return
  const isForAll = made.status === 200 && !made.headers.has('Set-Cookie')
  const html = isForAll ? new Uint8Array(await made.clone().arrayBuffer()) : undefined
  if (!html || began.times !== timesForgotten) {
    made.headers.delete(KEEP)
    return
  }

  const before = pages.get(pathname)
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
  const isSame = before?.page.etag === etag
  const page = isSame ? before.page : makePage(etag, html)
  const headers = [...made.headers].filter(([name]) => name !== KEEP.toLowerCase())
  const pattern = requestPattern() ?? 'unknown'
  pages.set(pathname, { keep: keep as Keep, minute: began.minute, pattern, headers, page })
}

/** The first visitor waits for the smallest as well if nothing else arrives in one round trip. */
function makePage(etag: string, html: Page['html']): Page {
  const good = brotli(html, GOOD)
  const smallest = good.then(() => brotli(html, BEST))
  const first = good.then((bytes) => (bytes.length > MAX_IN_ONE_TRIP ? smallest : bytes))
  const page: Page = { etag, html, compressed: new Map([['br', first]]) }
  void keepSmallest(page, smallest)
  return page
}

async function keepSmallest(page: Page, smallest: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  page.smallest = await smallest
  page.compressed.set('br', smallest)
}

async function show(kept: Kept, request: Request): Promise<Response> {
  notePattern(kept.pattern)
  const { page } = kept
  const isKnown = request.headers.get('If-None-Match')?.includes(page.etag)
  if (isKnown) return new Response(null, { status: 304, headers: headersOf(kept) })

  const encoding = findEncoding(request.headers.get('Accept-Encoding') ?? '')
  const headers = headersOf(kept, encoding)
  return new Response(encoding ? await compressedWith(encoding, page) : page.html, { headers })
}

function headersOf({ headers: own, page }: Kept, encoding?: KeptEncoding): Headers {
  const headers = new Headers(own)
  headers.append('Vary', 'Accept-Encoding')
  headers.set('ETag', page.etag)
  headers.set('Cache-Control', 'no-cache')
  if (encoding) headers.set('Content-Encoding', encoding)
  return headers
}

function compressedWith(encoding: KeptEncoding, { html, compressed }: Page) {
  const known = compressed.get(encoding)
  if (known) return known
  const bytes = Promise.resolve(compressWith(encoding, html))
  compressed.set(encoding, bytes)
  return bytes
}

function withoutMark(answer: Response): Response {
  answer.headers.delete(KEEP)
  return answer
}

function thisMinute(): number {
  return Math.floor(nowMilliseconds() / 60_000)
}
