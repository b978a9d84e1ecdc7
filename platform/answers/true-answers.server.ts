import { now } from '#platform/clock.server.ts'
import { askTogether } from '#platform/connection/ask-together.server.ts'
import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { log } from '#platform/log.server.ts'
import { notePattern } from '#platform/requests/request-id.server.ts'
import { addSecurityHeaders } from '#platform/requests/security-headers.server.ts'

import { withBasis, type Basis } from './basis.server.ts'
import { openCache } from './cache.server.ts'
import { compressHtml, findQuickEncoding } from './compress-html.server.ts'
import { answerWith, bytesOf } from './known-body.server.ts'

/*
 * Answers that are kept while they are true, as they are sent: one for each address and encoding.
 * Nothing is shown from here before the database has said, after it was asked for, that all it rests
 * on is as it was. So another process may sell, cancel or publish at any moment.
 */

/** Memory for the answers of one process, with their headers, addresses and versions. */
const MAX_BYTES = 64 * 1024 * 1024
/** How often an answer is made again because its edition was replaced meanwhile. */
const MAX_MAKINGS = 3
/** An address longer than this is no search of a person. */
const MAX_ADDRESS_LENGTH = 1000
/** How often a visitor waits for an answer that is made for another, if it is never true when it is ready. */
const MAX_WAITS = 3
/** The spelling of our addresses, and of the data for them that the browser's script requests. */
const OUR_SPELLING = /^(?:\/[a-z0-9_-]+)+(?:\.data)?$/

/** Those of these versions that are not what the database says now. */
export type FindChanged = (
  versions: readonly string[],
  now: Temporal.Instant,
) => Promise<ReadonlySet<string>>

/** As written to a connection: header names and values in turn, and the bytes. */
export type Kept = { head: readonly string[]; bytes: Uint8Array<ArrayBuffer>; basis: Basis }

const answers = openCache<Kept>({ maxBytes: MAX_BYTES, bytesOf: memoryOf })
const making = new Map<string, Promise<Response>>()
/** Paths whose answers were the same for everyone. All others are made without a question. */
const pathsForAll = new Set<string>()
let timesForgotten = 0
let findChanged: ((versions: Iterable<string>) => Promise<ReadonlySet<string>>) | undefined

/** Called once by the server, which knows the modules. Until then nothing is kept. */
export function keepAnswersWhile(find: FindChanged): void {
  findChanged = askTogether((all: readonly Iterable<string>[]) => {
    return find([...new Set(all.flatMap((versions) => [...versions]))], now())
  })
}

/** The part of a request that decides whether it may be shown the answer that is the same for everyone. */
export type Requester = {
  method: string | undefined
  address: string
  acceptEncoding: string
  /** An HTTP log-in, as test sites have one: caches that several people share keep no answer to it. */
  hasPassword: boolean
}

/** The key of the answer for everyone; undefined if the request is to be answered alone. */
function keyOf({ method, address, acceptEncoding, hasPassword }: Requester): string | undefined {
  if (method !== 'GET' || hasPassword || address.length > MAX_ADDRESS_LENGTH) return undefined
  const path = pathOf(address)
  return OUR_SPELLING.test(path)
    ? `${findQuickEncoding(acceptEncoding) ?? ''} ${address}`
    : undefined
}

export function pathOf(address: string): string {
  const query = address.indexOf('?')
  return query < 0 ? address : address.slice(0, query)
}

/** Whether answers of this path were the same for everyone, and so are kept here. */
export function isKeptWhileTrue(path: string): boolean {
  return pathsForAll.has(path)
}

/**
 * A kept answer for this request that is true now. Undefined at once if none is kept, so that the
 * caller need not wait to hear it.
 */
export function findTrue(requester: Requester): Promise<Kept | undefined> | undefined {
  const key = keyOf(requester)
  const kept = key === undefined ? undefined : answers.get(key)
  return key !== undefined && kept ? ifTrue(key, kept) : undefined
}

async function ifTrue(key: string, kept: Kept): Promise<Kept | undefined> {
  const { basis } = kept
  const at = now().epochMilliseconds
  const isInTime = at >= basis.madeAt && at < basis.changesAt
  const isSame = isInTime && (await isUnchanged(basis.versions))
  // The answers may have been forgotten while the database was asked.
  if (isSame && answers.peek(key) === kept) return kept
  if (answers.peek(key) === kept) answers.delete(key)
  return undefined
}

/** While the database cannot be reached, nothing is known to be true: the page itself says so then. */
async function isUnchanged(versions: ReadonlySet<string>): Promise<boolean> {
  try {
    const changed = await findChanged?.(versions)
    return changed !== undefined && versions.isDisjointFrom(changed)
  } catch (error) {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'Kept answers could not be compared')
    return false
  }
}

type Make = (request: Request) => Promise<Response>

/** Answers a request whose answer may be kept; visitors who ask the same meanwhile share one making. */
export async function answerWhileTrue(request: Request, make: Make): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const key = keyOf(requesterOf(request, pathname + search))
  if (key === undefined || !findChanged) return compressHtml(request, await make(request))
  if (!pathsForAll.has(pathname)) return learn(request, pathname, make)

  for (let waits = 0; waits <= MAX_WAITS; waits++) {
    const kept = answers.get(key)
    const isTrue = kept && (await ifTrue(key, kept))
    if (isTrue) {
      notePattern(pathname)
      return toResponse(isTrue)
    }
    const underWay = making.get(key)
    if (!underWay) break
    await underWay.catch(() => {})
    if (!answers.has(key)) break
  }
  return makeAndKeep(key, request, make)
}

function requesterOf({ method, headers }: Request, address: string): Requester {
  return {
    method,
    address,
    acceptEncoding: headers.get('Accept-Encoding') ?? '',
    hasPassword: headers.has('Authorization'),
  }
}

/** The first answer of a path says whether the next ones may be kept. */
async function learn(request: Request, pathname: string, make: Make) {
  const { answer, basis } = await withBasis(now(), () => make(request))
  if (mayBeKept(answer, basis)) pathsForAll.add(pathname)
  return compressHtml(request, answer)
}

function makeAndKeep(key: string, request: Request, make: Make) {
  const answer = makeTrue(key, request, make).finally(() => {
    if (making.get(key) === answer) making.delete(key)
  })
  making.set(key, answer)
  return answer
}

/**
 * An answer for everyone is made without any cookie, so it cannot contain anything of its visitor. If
 * the making did not hear the edition, the database is asked for it afterwards. A new one has replaced
 * what the answer was made of, so it is made again.
 */
async function makeTrue(key: string, request: Request, make: Make) {
  for (let tries = 1; ; tries++) {
    const times = timesForgotten
    const { answer: made, basis } = await withBasis(now(), () => make(withoutCookies(request)))
    const isCurrent = basis.isEditionKnown || (await isUnchanged(new Set()))
    if (times !== timesForgotten && tries < MAX_MAKINGS) continue

    const isForAll = mayBeKept(made, basis)
    if (!isForAll && request.headers.has('Cookie'))
      return compressHtml(request, await make(request))
    const answer = await compressHtml(request, made)
    if (!isForAll || !isCurrent) return answer

    const bytes = await bytesOf(answer)
    const headers = new Headers(answer.headers)
    headers.set('Content-Length', String(bytes.length))
    addSecurityHeaders(headers)
    const kept = { head: [...headers].flat(), bytes, basis }
    if (times === timesForgotten) answers.set(key, kept)
    return toResponse(kept)
  }
}

function withoutCookies(request: Request): Request {
  if (!request.headers.has('Cookie')) return request
  const headers = new Headers(request.headers)
  headers.delete('Cookie')
  return new Request(request.url, { headers, signal: request.signal })
}

function mayBeKept({ status, headers }: Response, { isForAll }: Basis): boolean {
  return isForAll && status === 200 && !headers.has('Set-Cookie')
}

function toResponse({ head, bytes }: Kept): Response {
  const headers = new Headers()
  for (let place = 0; place < head.length; place += 2) {
    headers.append(head[place] ?? '', head[place + 1] ?? '')
  }
  return answerWith(bytes, { headers })
}

/** Called when what the public pages show has been replaced. */
export function forgetAnswers(): void {
  timesForgotten++
  answers.clear()
}

/** Names, values, addresses and versions are of plain letters, which take a byte each. */
function memoryOf({ head, bytes, basis }: Kept, key: string): number {
  const letters = [key, ...head, ...basis.versions].reduce((sum, text) => sum + text.length, 0)
  return bytes.length + letters
}
