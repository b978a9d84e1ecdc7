import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { chooseFormat, readImageOptions } from '#platform/images/image-options.ts'

import { Image } from './image.tsx'

const NICOSIA = { src: 'nicosia.webp', alt: '', width: 1536, height: 960, sizes: '50vw' }

test('a picture has a source for every breakpoint at both densities, never larger than the file', () => {
  expect(widthsIn(<Image {...NICOSIA} />)).toEqual([320, 640, 768, 1024, 1280, 1536])
  const panorama = { ...NICOSIA, width: 3072, height: 768 }
  expect(widthsIn(<Image {...panorama} />)).toEqual([
    320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072,
  ])
})

test('a picture shown small has no large source: twice its width is enough', () => {
  expect(widthsIn(<Image {...NICOSIA} widest={320} />)).toEqual([320, 640])
  expect(widthsIn(<Image {...NICOSIA} widest={321} />)).toEqual([320, 640, 768])
})

test('a picture loads lazily; the first of a page loads at once, and appears after the words', () => {
  const lazy = html(<Image {...NICOSIA} className="picture" />)
  expect(lazy).toContain('loading="lazy"')
  expect(lazy).toContain('class="picture"')
  expect(lazy).not.toContain('<script')
  const first = html(<Image {...NICOSIA} className="picture" isFirst />)
  expect(first).not.toContain('loading')
  expect(first).toContain('class="picture after"')
  expect(first).toMatch(/<script src="[^"]*pictures[^"]*" type="module"><\/script><\/picture>$/)
})

test('its size in the page is reserved; a picture of unknown size is not squeezed to nothing', () => {
  expect(html(<Image {...NICOSIA} />)).toContain('width="1536" height="960"')
  const unread = html(<Image {...NICOSIA} width={0} height={0} />)
  expect(unread).not.toMatch(/ (width|height)="/)
  expect(unread).toContain('src="/_image/w_320,h_0,f_auto,q_80,fit_cover/nicosia.webp"')
})

test('a dark screen and a phone get their own cuts, in allowed sizes', () => {
  const cuts = [{ media: '(max-width: 30rem)', src: 'night.webp', ratio: 12 / 5, sizes: '100vw' }]
  const picture = html(<Image {...NICOSIA} quality={60} cuts={cuts} />)
  expect(picture).toMatch(/^<picture><source media="\(max-width: 30rem\)"/)
  expect(picture).toContain('/_image/w_768,h_320,f_auto,q_60,fit_cover/night.webp 768w')
  const asked = [...picture.matchAll(/_image\/([^/]+)\//g)].map(([, options]) => options ?? '')
  const unknown = asked.filter((options) => !readImageOptions(chooseFormat(options, '')))
  expect(unknown).toEqual([])
  expect(asked).toHaveLength(13)
})

function html(picture: React.ReactElement): string {
  return renderToStaticMarkup(picture)
}

function widthsIn(picture: React.ReactElement): number[] {
  const [, addresses = ''] = /srcSet="([^"]+)"/.exec(html(picture)) ?? []
  return addresses.split(', ').map((one) => Number(/ (\d+)w$/.exec(one)?.[1]))
}
