import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'

import { keyedHash } from '#platform/keyed-hash.server.ts'
import { readCookie } from '#platform/requests/cookies.server.ts'
import { callerAddress } from '#platform/requests/request-id.server.ts'

import { compressHtml } from './compress-html.server.ts'

/*
 * Text browsers, and browsers behind a proxy that strips headers, do not say which page a form comes
 * from. They get each form with a token that only a page shown to this browser contains: it is bound to
 * its address and kind, and to the cookies that mean somebody, so another site can neither read it nor
 * make it, and a visitor who only reads still gets no cookie. It is put in after the page was taken from
 * a cache, so no visitor ever gets the token of another.
 */

const FIELD = 'form-token'
/** The cookies that mean a visitor, an account and a member of staff. */
const MEANING = ['visitor', 'session', 'office']
const POSTING_FORM = /<form\b[^>]*\smethod="post"[^>]*>/gi
const DECODERS: Record<string, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  zstd: promisify(zstdDecompress),
}

/** Whether a request leaves out which page it comes from. A browser that says `null` says nothing. */
export function hidesOrigin(headers: Pick<Headers, 'get'>): boolean {
  const origin = headers.get('origin')
  return !headers.get('sec-fetch-site') && (origin === null || origin === 'null')
}

/** Whether a form that was sent contains the token of its visitor. Its body can be read again. */
export async function hasFormToken(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return false
  const sent = new URLSearchParams(await request.clone().text()).get(FIELD)
  return sent !== null && sent === (await tokenFor(request))
}

/** The page with the token in each form that changes something, for a browser that will need it. */
export async function withFormTokens(request: Request, answer: Response): Promise<Response> {
  const { headers, status } = answer
  const isPage = headers.get('content-type')?.startsWith('text/html') && answer.body !== null
  if (!isPage || !hidesOrigin(request.headers)) return answer
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const html = await decode(bytes, headers.get('content-encoding'))
  const token = await tokenFor(request)
  const field = `<input type="hidden" name="${FIELD}" value="${token}"/>`
  const page = html.replaceAll(POSTING_FORM, (form) => form + field)
  if (page === html) return new Response(bytes, { status, headers })
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  headers.set('Cache-Control', 'private, no-store')
  return compressHtml(request, new Response(page, { status, headers }))
}

async function decode(bytes: Uint8Array, encoding: string | null): Promise<string> {
  const plain = encoding ? await DECODERS[encoding]?.(bytes) : bytes
  return new TextDecoder().decode(plain)
}

function tokenFor(request: Request): Promise<string> {
  const cookies = MEANING.map((name) => readCookie(request, name) ?? '')
  const browser = [callerAddress(), request.headers.get('user-agent') ?? '']
  return keyedHash('form', [...browser, ...cookies].join('\n'))
}
