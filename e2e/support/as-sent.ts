import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'

import { untilQuiet } from './quiet.ts'

/* The bytes that a current browser receives, and their limits. */

/** P1: status line, headers and page together fit into the first round trip of a new connection. */
const MAX_BYTES = 14_000
const MAX_BYTES_OF_TEXT = 20_000
const LONG_TEXTS = /\/(?:terms-and-conditions|privacy|faq)$/
/** P1, for a full day of departures: the page as sent, and its HTML. */
export const MAX_BYTES_OF_DAY = 9000
export const MAX_HTML_OF_DAY = 40_000
/** P2, compressed: for a page that is only read, for the departures, and for the cart. */
const MAX_SCRIPT = 2000
const MAX_SCRIPT_OF_DAY = 2500
const MAX_SCRIPT_OF_CART = 2000

export function mostBytesOf(path: string): number {
  return LONG_TEXTS.test(path) ? MAX_BYTES_OF_TEXT : MAX_BYTES
}

export function mostScriptOf(html: string): number {
  if (html.includes('/assets/cart-')) return MAX_SCRIPT_OF_CART
  return html.includes('/assets/book-now-') ? MAX_SCRIPT_OF_DAY : MAX_SCRIPT
}

/** `bytes` are those of the page; the style sheets that it links have their own. */
export type Sent = { bytes: number; html: string }

/** The request headers of a current browser. */
export const AS_A_BROWSER = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'sec-fetch-site': 'same-origin',
}

/** Uses a new connection, like every first page view. */
export function fetchAsSent(url: string, cookie = ''): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>()
  const headers = { ...AS_A_BROWSER, ...(cookie && { cookie }) }
  request(url, { headers, agent: false }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const { statusCode, statusMessage, rawHeaders } = response
      const body = Buffer.concat(chunks)
      const first = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n\r\n`.length
      // Each name is followed by ": ", and each value by a line break.
      const head = rawHeaders.reduce((sum, text) => sum + text.length + 2, first)
      const html = decode(body, response.headers['content-encoding'] ?? '').toString()
      resolve({ bytes: head + body.length, html })
    })
  })
    .on('error', reject)
    .end()
  return promise
}

function decode(body: Buffer, encoding: string): Buffer {
  if (encoding === 'zstd') return zstdDecompressSync(body)
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

/** All script files that a browser has fetched for its page, in their size as sent. */
export async function countScript(page: Page): Promise<number> {
  await untilQuiet(page)
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const files = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    return files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  })
}

/** The style sheets that a page links. */
export function sheetsIn(html: string): string[] {
  return [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
}
