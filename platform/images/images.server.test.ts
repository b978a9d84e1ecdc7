import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { underRequestId } from '#platform/requests/request-id.server.ts'
import { env } from '#platform/settings/env.server.ts'

import { BREAKPOINTS, imagePath, readImageOptions } from './image-options.ts'
import { optimiseImage, readImageSize } from './images.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'halcyon-images-'))
const WEBP = 'w_320,h_0,f_webp,q_80,fit_cover'

beforeAll(async () => {
  vi.spyOn(env(), 'DATA_DIR', 'get').mockReturnValue(folder)
  const picture = sharp({
    create: { width: 1000, height: 500, channels: 3, background: '#25bdd6' },
  })
  await picture.png().toFile(join(folder, 'sea.png'))
  writeFileSync(join(folder, 'torn.png'), 'no picture at all')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('an image has the width, height, format and fit that were asked for', async () => {
  expect(await measure(WEBP)).toMatchObject({ format: 'webp', width: 320, height: 160 })
  expect(await measure('w_320,h_320,f_jpeg,q_60,fit_cover')).toMatchObject({
    format: 'jpeg',
    width: 320,
    height: 320,
  })
  expect(await measure('w_320,h_320,f_png,q_80,fit_inside')).toMatchObject({
    width: 320,
    height: 160,
  })
})

test('webp at the better quality is the default', () => {
  expect(imagePath('sea.png', { width: 640 })).toBe(
    '/_image/w_640,h_0,f_webp,q_80,fit_cover/sea.png',
  )
  expect(BREAKPOINTS).toEqual({
    xs: 320,
    sm: 640,
    md: 768,
    lg: 1024,
    xl: 1280,
    xxl: 1536,
    '2xl': 1536,
  })
})

test('no image is enlarged', async () => {
  expect(await measure('w_3072,h_0,f_webp,q_80,fit_cover')).toMatchObject({ width: 1000 })
})

test('sizes, formats and qualities that no page uses are unknown', () => {
  const asked = [
    'w_321,h_0,f_webp,q_80,fit_cover',
    'w_320,h_7,f_webp,q_80,fit_cover',
    'w_320,h_0,f_gif,q_80,fit_cover',
    'w_320,h_0,f_webp,q_81,fit_cover',
    'w_320,h_0,f_webp,q_80,fit_fill',
    'w_320,h_0,f_webp,q_80,fit_cover,blur_100',
    'W_320,h_0,f_webp,q_80,fit_cover',
    'w_9999999999,h_0,f_webp,q_80,fit_cover',
    '_',
    '',
  ]
  expect(asked.filter(readImageOptions)).toEqual([])
  expect(readImageOptions('w_1200,h_630,f_jpeg,q_80,fit_cover')).toBeDefined()
})

test('only images of ours are read, whatever name is asked for', async () => {
  const names = [
    'secret.txt',
    'none.png',
    '../package.json',
    '..%2fsea.png',
    'https://evil.example/sea.png',
    '/etc/passwd',
    'SEA.png',
    'sea.png\0.png',
    '.png',
    `${'a'.repeat(5000)}.png`,
  ]
  const outcomes = await Promise.all(names.map((name) => optimiseImage(name, WEBP, folder)))
  expect(outcomes).toEqual(names.map(() => ({ ok: false, reason: 'unknown' })))
})

test('an image that cannot be read is refused, and measures zero', async () => {
  expect(await optimiseImage('torn.png', WEBP, folder)).toEqual({ ok: false, reason: 'unreadable' })
  const nothing = { width: 0, height: 0, ratio: 0 }
  expect(await readImageSize('torn.png', folder)).toEqual(nothing)
  expect(await readImageSize('none.png', folder)).toEqual(nothing)
  expect(await readImageSize('../sea.png', join(folder, 'images'))).toEqual(nothing)
  expect(await readImageSize('sea.png', folder)).toEqual({ width: 1000, height: 500, ratio: 2 })
})

test('an image is made once and kept on disk, and simultaneous requests share one making', async () => {
  const before = new Set(kept())
  const wanted = 'w_768,h_0,f_webp,q_80,fit_cover'
  const together = Array.from({ length: 50 }, () => optimiseImage('sea.png', wanted, folder))
  expect((await Promise.all(together)).every(({ ok }) => ok)).toBe(true)
  const made = kept().filter((name) => !before.has(name))
  expect(made).toHaveLength(1)
  writeFileSync(join(folder, 'images', made[0] ?? ''), 'as it was kept')
  const again = await optimiseImage('sea.png', wanted, folder)
  expect(again.ok && Buffer.from(again.bytes).toString()).toBe('as it was kept')
})

test('an image that was redrawn is made again', async () => {
  const wanted = 'w_640,h_0,f_webp,q_80,fit_cover'
  const paint = (background: string) =>
    sharp({ create: { width: 700, height: 300, channels: 3, background } })
      .png()
      .toFile(join(folder, 'sky.png'))
  await paint('#25bdd6')
  const before = await optimiseImage('sky.png', wanted, folder)
  await paint('#f5923e')
  expect(await optimiseImage('sky.png', wanted, folder)).not.toEqual(before)
})

test('an image with more pixels than any screen is refused before it fills the memory', async () => {
  const huge = sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#25bdd6' } })
  await huge.png({ compressionLevel: 1 }).toFile(join(folder, 'huge.png'))
  expect(await optimiseImage('huge.png', WEBP, folder)).toEqual({ ok: false, reason: 'unreadable' })
})

test('the disk does not fill up: the oldest images are removed', async () => {
  const cache = join(folder, 'images')
  for (let place = 0; place < 1500; place++) {
    const path = join(cache, `old-${place}`)
    writeFileSync(path, '')
    utimesSync(path, 1000 + place, 1000 + place)
  }
  await optimiseImage('sea.png', 'w_640,h_640,f_jpeg,q_80,fit_contain', folder)
  const left = kept()
  expect(left).toHaveLength(1500)
  expect(left).toContain('old-1499')
  expect(left).not.toContain('old-0')
})

test('one address that wants forty pictures at once does not delay others', async () => {
  const measures = Object.values(BREAKPOINTS).flatMap((width) =>
    ['webp', 'jpeg', 'png'].flatMap((format) =>
      [60, 80].map((quality) => `w_${width},h_${width},f_${format},q_${quality},fit_cover`),
    ),
  )
  const greedy = measures.map((options) => ask('192.0.2.1', options))
  const guest = await ask('192.0.2.2', 'w_320,h_0,f_png,q_60,fit_cover')
  expect(guest.ok).toBe(true)
  const outcomes = await Promise.all(greedy)
  expect(outcomes.some(({ ok }) => !ok)).toBe(true)
})

test('two images are made at a time, some requests wait, and the rest are asked to retry', async () => {
  const sizes = Object.values(BREAKPOINTS).flatMap((width) => [width, width * 2])
  const wanted = [...new Set(sizes)].flatMap((width) =>
    ['webp', 'jpeg', 'png'].flatMap((format) =>
      ['contain', 'inside'].map((fit) => `w_${width},h_${width},f_${format},q_60,fit_${fit}`),
    ),
  )
  const outcomes = await Promise.all(wanted.map((one) => optimiseImage('sea.png', one, folder)))
  const busy = outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'busy')
  expect(busy).toHaveLength(wanted.length - 26)
  expect((await optimiseImage('sea.png', wanted.at(-1) ?? '', folder)).ok).toBe(true)
})

function ask(address: string, options: string) {
  return underRequestId(address, () => optimiseImage('sea.png', options, folder))
}

async function measure(options: string) {
  const outcome = await optimiseImage('sea.png', options, folder)
  if (!outcome.ok) throw new Error(outcome.reason)
  return sharp(outcome.bytes).metadata()
}

function kept(): string[] {
  return readdirSync(join(folder, 'images'))
}
