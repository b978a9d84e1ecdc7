import { expect, test } from 'vitest'

import { readImageSize } from '#platform/images/images.server.ts'

import { measurePictures } from './measure-pictures.server.ts'
import { byNight, PICTURES, type PictureName } from './pictures.ts'

const names = Object.keys(PICTURES) as PictureName[]

test('every picture is readable, and twice as wide as it is shown', async () => {
  const { 'salt-lake': panorama, ...others } = await measurePictures(...names)
  expect(panorama).toEqual({ width: 3072, height: 768, ratio: 4 })
  for (const size of Object.values(others)) {
    expect(size).toEqual({ width: 1536, height: 960, ratio: 1.6 })
  }
})

test('the night version of every picture has the same size', async () => {
  const sizes = await measurePictures(...names)
  for (const name of names) {
    expect(await readImageSize(byNight(PICTURES[name]))).toEqual(sizes[name])
  }
})
