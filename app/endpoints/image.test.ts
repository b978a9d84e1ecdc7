import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { BREAKPOINTS } from '#platform/images/image-options.ts'
import { env } from '#platform/settings/env.server.ts'

import { loader } from './image.ts'

const folder = mkdtempSync(join(tmpdir(), 'halcyon-image-'))
beforeAll(() => {
  vi.spyOn(env(), 'DATA_DIR', 'get').mockReturnValue(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a browser may cache a picture for a day', async () => {
  const answer = await ask('w_320,h_0,f_webp,q_60,fit_cover', 'nicosia.webp')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
})

test('a browser that accepts AVIF gets it, smaller than WebP, and a cache keeps the two apart', async () => {
  const options = 'w_768,h_0,f_auto,q_60,fit_cover'
  const small = await ask(options, 'nicosia.webp', 'image/avif,image/webp,*/*;q=0.8')
  const plain = await ask(options, 'nicosia.webp', 'image/webp,*/*;q=0.8')
  const types = [small, plain].map(({ headers }) => headers.get('content-type'))
  expect(types).toEqual(['image/avif', 'image/webp'])
  expect(small.headers.get('vary')).toBe('Accept')
  const [fewer, more] = [await small.arrayBuffer(), await plain.arrayBuffer()]
  expect(fewer.byteLength).toBeLessThan(more.byteLength * 0.75)
})

test('an unknown picture or an unknown size is a 404', async () => {
  expect((await ask('w_321,h_0,f_webp,q_60,fit_cover', 'nicosia.webp')).status).toBe(404)
  expect((await ask('w_320,h_0,f_webp,q_60,fit_cover', 'atlantis.webp')).status).toBe(404)
})

test('with too many requests at once, some are told to retry after a second', async () => {
  const wanted = Object.values(BREAKPOINTS).flatMap((width) =>
    ['webp', 'jpeg', 'png'].flatMap((format) =>
      [80, 60].map((quality) => `w_${width},h_${width},f_${format},q_${quality},fit_inside`),
    ),
  )
  const answers = await Promise.all(wanted.map((options) => ask(options, 'nicosia.webp')))
  const turnedAway = answers.filter(({ status }) => status === 429)
  expect(turnedAway.length).toBeGreaterThan(0)
  expect(turnedAway[0]?.headers.get('retry-after')).toBe('1')
})

function ask(options: string, name: string, accept = '*/*'): Promise<Response> {
  const request = new Request('http://site.test/', { headers: { accept } })
  const args = { params: { options, name }, request } as Parameters<typeof loader>[0]
  return loader(args)
}
