import { keepBriefly } from '#platform/cache.server.ts'
import { readImageSize, type ImageSize } from '#platform/images.server.ts'

import { PICTURES, type PictureName } from './pictures.ts'

const sizeOf = keepBriefly((file) => readImageSize(file))

/** What the pictures of a page measure, so that it keeps their places; nothing for one that cannot be read. */
export async function measurePictures<Name extends PictureName>(
  ...names: readonly Name[]
): Promise<Record<Name, ImageSize>> {
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(PICTURES[name])]))
  return Object.fromEntries(sizes) as Record<Name, ImageSize>
}
