import { Image } from '#app/ui/image.tsx'

import { byNight, PICTURES, type PictureName } from './pictures.ts'

export const DARK = '(prefers-color-scheme: dark)'
/** Grain hides what is lost, and a phone is spared the bytes. */
export const GRAINY = 60

type PictureProps = {
  of: PictureName
  /** What its file measures. */
  size: { width: number; height: number }
  /** How wide it is shown, as in CSS, and how many px that is at most. */
  sizes: string
  widest: number
  isFirst?: boolean
}

/** A drawing of ours. It says nothing that the words beside it do not say. */
export function Picture({ of, size, ...shown }: PictureProps) {
  const file = PICTURES[of]
  return (
    <Image
      className="picture"
      src={file}
      alt=""
      {...size}
      {...shown}
      quality={GRAINY}
      cuts={[{ media: DARK, src: byNight(file) }]}
    />
  )
}
