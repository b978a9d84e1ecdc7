import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

import { rememberOrigin } from '#platform/settings/env.server.ts'

import { hasFormToken, hidesOrigin, withFormTokens } from './form-token.server.ts'

const PAGE =
  '<form method="get"></form><form method="post" action="/cart"><button>Go</button></form>'
const ANNA = { cookie: 'visitor=anna' }

beforeAll(() => rememberOrigin('http://localhost:3000'))

function page(headers: Record<string, string>, html = PAGE, encoding?: 'br') {
  const request = new Request('http://localhost:3000/cart', { headers })
  const body = encoding ? new Uint8Array(brotliCompressSync(html)) : html
  const kept = { 'Content-Type': 'text/html; charset=utf-8', ETag: 'W/"1"' }
  const answer = new Response(body, {
    headers: { ...kept, ...(encoding && { 'Content-Encoding': encoding }) },
  })
  return withFormTokens(request, answer)
}

function tokenIn(html: string): string {
  return /name="form-token" value="([^"]+)"/.exec(html)?.[1] ?? ''
}

function sent(token: string, headers: Record<string, string>): Promise<boolean> {
  const body = new URLSearchParams({ departure: '1', 'form-token': token })
  return hasFormToken(new Request('http://localhost:3000/cart', { method: 'POST', headers, body }))
}

test('a form has a token for a browser that does not say where it comes from', async () => {
  const html = await (await page(ANNA)).text()
  expect(html.match(/form-token/g)).toHaveLength(1)
  expect(html).toMatch(/<form method="post" action="\/cart"><input type="hidden"/)
  expect(await sent(tokenIn(html), ANNA)).toBe(true)
})

test('the token of one visitor is no good for another, nor before or after a log-in', async () => {
  const token = tokenIn(await (await page(ANNA)).text())
  expect(await sent(token, { cookie: 'visitor=ben' })).toBe(false)
  expect(await sent(token, {})).toBe(false)
  expect(await sent(token, { ...ANNA, 'user-agent': 'Lynx/2.9' })).toBe(false)
  expect(await sent(token, { cookie: 'visitor=anna; session=1' })).toBe(false)
  expect(await sent(token, { cookie: 'visitor=anna; office=1' })).toBe(false)
  expect(await sent(token, { cookie: 'locale=el; visitor=anna' })).toBe(true)
  expect(await sent('', ANNA)).toBe(false)
  expect(await sent(`${token}x`, ANNA)).toBe(false)
})

test('a page of a cache gets it too, and no cache keeps that', async () => {
  const answer = await page({ ...ANNA, 'accept-encoding': 'br' }, PAGE, 'br')
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.has('etag')).toBe(false)
  const html = brotliDecompressSync(new Uint8Array(await answer.arrayBuffer())).toString()
  expect(await sent(tokenIn(html), ANNA)).toBe(true)
})

test('other browsers, and pages without such a form, get the page as it is', async () => {
  expect(await (await page({ ...ANNA, 'sec-fetch-site': 'none' })).text()).toBe(PAGE)
  const plain = await page(ANNA, '<p>Hello</p>')
  expect([await plain.text(), plain.headers.get('etag')]).toEqual(['<p>Hello</p>', 'W/"1"'])
})

test('a browser that names another site, or says that it is one, hides nothing', () => {
  expect(hidesOrigin(new Headers())).toBe(true)
  expect(hidesOrigin(new Headers({ origin: 'null' }))).toBe(true)
  expect(hidesOrigin(new Headers({ origin: 'https://evil.example' }))).toBe(false)
  expect(hidesOrigin(new Headers({ origin: 'null', 'sec-fetch-site': 'cross-site' }))).toBe(false)
})
