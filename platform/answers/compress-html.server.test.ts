import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { expect, test } from 'vitest'

import { compressHtml, MAX_IN_ONE_TRIP } from './compress-html.server.ts'

const HTML = `<p>Καλό ταξίδι</p>${'<li>08:30</li>'.repeat(500)}`
const INIT = { headers: { 'Content-Type': 'text/html; charset=utf-8', 'X-One': '1' } }

const { ZSTD_c_compressionLevel: level, BROTLI_PARAM_QUALITY: quality } = constants
const { BROTLI_PARAM_LGWIN: windowBits } = constants
const sizeAfter: Record<string, (html: string) => number> = {
  'zstd 3': (html) => zstdCompressSync(html, { params: { [level]: 3 } }).length,
  'zstd 5': (html) => zstdCompressSync(html, { params: { [level]: 5 } }).length,
  'br 3': (html) => brotliCompressSync(html, { params: { [quality]: 3, [windowBits]: 16 } }).length,
  'br 5': (html) => brotliCompressSync(html, { params: { [quality]: 5, [windowBits]: 16 } }).length,
}

const DECODED = {
  zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes).toString(),
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes).toString(),
  gzip: (bytes: Uint8Array) => gunzipSync(bytes).toString(),
}

test.each(Object.keys(DECODED))('a page is compressed with its headers (%s)', async (encoding) => {
  const accepted = encoding === 'zstd' ? 'br, zstd' : encoding
  const answer = await compressHtml(askedFor(accepted), new Response(HTML, INIT))
  const { headers } = answer
  expect([headers.get('Content-Encoding'), headers.get('X-One')]).toEqual([encoding, '1'])
  expect(headers.get('Vary')).toBe('Accept-Encoding')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(DECODED[encoding as keyof typeof DECODED](bytes)).toBe(HTML)
})

test('a page is sent as it is if nothing is accepted', async () => {
  const answer = await compressHtml(askedFor('identity'), new Response(HTML, INIT))
  expect(answer.headers.has('Content-Encoding')).toBe(false)
  expect([answer.headers.get('Vary'), await answer.text()]).toEqual(['Accept-Encoding', HTML])
})

test('a page for one visitor is sent in the quickest encoding that the browser reads', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, zstd', 'gzip'],
    ['gzip', 'gzip'],
  ] as const) {
    const answer = await compressHtml(askedFor(accepted), new Response(HTML, INIT))
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
  }
})

test.each([
  ['gzip, br, zstd', ['zstd 3', 'zstd 5', 'br 5']],
  ['gzip, br', ['br 3', 'br 5']],
])(
  'a page is sent in the quickest way after which it arrives in one round trip (%s)',
  async (accepted, ways) => {
    const sent = []
    for (let rows = 1000; sent.at(-1)?.way !== 'br 5'; rows += 20) {
      const html = pageOf(rows)
      const answer = await compressHtml(askedFor(accepted), new Response(html, INIT))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const encoding = answer.headers.get('Content-Encoding') as 'zstd' | 'br'
      expect(DECODED[encoding](bytes)).toBe(html)
      const is = (name: string) =>
        name.startsWith(encoding) && bytes.length === sizeAfter[name]?.(html)
      sent.push({ way: ways.find(is), size: bytes.length })
    }
    expect([...new Set(sent.map(({ way }) => way))]).toEqual(ways)
    const sizes = sent.slice(0, -1).map(({ size }) => size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_IN_ONE_TRIP)
  },
)

test('a page that no way makes small enough is sent as small as possible', async () => {
  const large = pageOf(9000)
  const answer = await compressHtml(askedFor('gzip, br, zstd'), new Response(large, INIT))
  expect(answer.headers.get('Content-Encoding')).toBe('br')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(DECODED.br(bytes)).toBe(large)
})

test('an answer without a body, or of another type, is left alone', async () => {
  const empty = new Response(null, INIT)
  const picture = new Response(HTML, { headers: { 'Content-Type': 'image/png' } })
  for (const answer of [empty, picture]) {
    expect(await compressHtml(askedFor('br'), answer)).toBe(answer)
    expect(answer.headers.has('Vary')).toBe(false)
  }
})

/** Links, some of them to the same place, each with a text of its own. */
function pageOf(rows: number): string {
  const links = Array.from({ length: rows }, (_, row) => {
    const [kind, place] = [oneOf(60, row), oneOf(400, row + 1)]
    return `<li class="${kind}"><a href="/${place}">${wordOf(row)}</a></li>`
  })
  return links.join('')
}

function oneOf(words: number, seed: number): string {
  return wordOf(Math.floor(((Math.sin(seed * 7.3) + 1) / 2) * words))
}

function wordOf(seed: number): string {
  return Math.sin(seed).toString(36).slice(5, 9)
}

function askedFor(encoding: string): Request {
  return new Request('http://localhost:3000/', { headers: { 'Accept-Encoding': encoding } })
}
