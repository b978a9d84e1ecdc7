import { keepBriefly } from '#platform/answers/cache.server.ts'
import { readImageSize, type ImageSize } from '#platform/images/images.server.ts'

import { PICTURES, type PictureName } from './pictures.ts'

const sizeOf = keepBriefly((file) => readImageSize(file))

/** The sizes of a page's pictures, which reserve their space; 0 for an unreadable one. */
export async function measurePictures<Name extends PictureName>(
  ...names: readonly Name[]
): Promise<Record<Name, ImageSize>> {
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(PICTURES[name])]))
  return Object.fromEntries(sizes) as Record<Name, ImageSize>
}
