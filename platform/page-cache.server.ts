import { createHash } from 'node:crypto'

import { now } from './clock.server.ts'
import {
  acceptsEncoding,
  brotli,
  compressHtml,
  compressWith,
  type Encoding,
} from './compress-html.server.ts'
import { isAway, notePattern } from './request-id.server.ts'

/**
 * Pages that belong to nobody are made once a minute and kept whole, compressed as small as it gets.
 * A page says so itself, by this header, which goes no further: `now` when it tells the time, and
 * `timetable` when its last edition is better than none while the database is away.
 */
export const KEEP = 'X-Keep'
export type Keep = 'now' | 'timetable'

const MOST_PAGES = 200
/** The first to ask do not wait for it, and are sent a good one. */
const BEST_BROTLI = 11

type Kept = {
  keep: Keep
  /** The minute of the clock in which it was made, and for which it is true. */
  minute: number
  headers: [string, string][]
  etag: string
  html: Uint8Array<ArrayBuffer>
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

const pages = new Map<string, Kept>()
const making = new Map<string, Promise<Response>>()

/**
 * The answer to a request, from memory where it is the same for everyone. `make` makes it. Nothing
 * with a query is kept: it would be kept for one visitor only.
 */
export async function answerFromMemory(
  request: Request,
  make: () => Promise<Response>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const mayBeKept = request.method === 'GET' && search === ''
  if (!mayBeKept) return compressHtml(request, withoutMark(await make()))

  const known = pages.get(pathname)
  if (known && known.minute === thisMinute()) return show(known, pathname, request)

  const answer = await makeOnce(pathname, make)
  const fresh = pages.get(pathname)
  if (answer.headers.has(KEEP) && fresh) return show(fresh, pathname, request)
  if (isAway() && known?.keep === 'timetable') return show(known, pathname, request)
  return compressHtml(request, answer)
}

/** Called when what the pages show has been replaced in this process. */
export function forgetPages(): void {
  pages.clear()
}

/** Who asks for a page that was kept before, while it is being made, waits for the same one. */
async function makeOnce(pathname: string, make: () => Promise<Response>): Promise<Response> {
  const started = making.get(pathname)
  if (started && pages.has(pathname)) {
    const answer = await started.catch(() => undefined)
    return answer?.headers.has(KEEP) ? answer : make()
  }
  const answer = make().then(async (made) => {
    await keepPage(pathname, made)
    return made
  })
  making.set(pathname, answer)
  return answer.finally(() => making.delete(pathname))
}

async function keepPage(pathname: string, made: Response): Promise<void> {
  const keep = made.headers.get(KEEP)
  const isForAll = made.status === 200 && !made.headers.has('Set-Cookie')
  if (keep === null) return
  if (!isForAll) {
    made.headers.delete(KEEP)
    return
  }

  const html = new Uint8Array(await made.clone().arrayBuffer())
  const before = pages.get(pathname)
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
  const isSame = before?.etag === etag
  const [oldest] = pages.keys()
  if (!before && oldest !== undefined && pages.size >= MOST_PAGES) pages.delete(oldest)
  pages.delete(pathname)
  const compressed: Kept['compressed'] = isSame ? before.compressed : new Map()
  const headers = [...made.headers].filter(([name]) => name !== KEEP.toLowerCase())
  const kept = { keep: keep as Keep, minute: thisMinute(), headers, etag, html, compressed }
  pages.set(pathname, kept)
  if (!isSame) void makeSmallest(kept)
}

/** Tens of milliseconds, beside the thread that answers. */
async function makeSmallest({ html, compressed }: Kept): Promise<void> {
  const smallest = brotli(html, BEST_BROTLI)
  await smallest
  compressed.set('br', smallest)
}

async function show(kept: Kept, pathname: string, request: Request): Promise<Response> {
  notePattern(pathname)
  const headers = new Headers(kept.headers)
  headers.append('Vary', 'Accept-Encoding')
  headers.set('ETag', kept.etag)
  headers.set('Cache-Control', 'no-cache')
  const isKnown = request.headers.get('If-None-Match')?.includes(kept.etag)
  if (isKnown) return new Response(null, { status: 304, headers })

  const encoding = acceptsEncoding(request)
  if (!encoding) return new Response(kept.html, { headers })

  headers.set('Content-Encoding', encoding)
  return new Response(await compressedWith(encoding, kept), { headers })
}

function compressedWith(encoding: Encoding, { html, compressed }: Kept) {
  const known = compressed.get(encoding)
  if (known) return known
  const bytes = compressWith(encoding, html)
  compressed.set(encoding, bytes)
  return bytes
}

function withoutMark(answer: Response): Response {
  answer.headers.delete(KEEP)
  return answer
}

function thisMinute(): number {
  return Math.floor(now().epochMilliseconds / 60_000)
}
