import { Image } from '#app/ui/image.tsx'

import { byNight, PICTURES, type PictureName } from './pictures.ts'

export const DARK = '(prefers-color-scheme: dark)'
/** The quality for grainy pictures: grain hides the loss, and a phone loads fewer bytes. */
export const GRAINY = 60

type PictureProps = {
  of: PictureName
  /** The size of its file. */
  size: { width: number; height: number }
  /** The displayed width, in CSS and at most in px. */
  sizes: string
  widest: number
  isFirst?: boolean
}

/** A decorative picture: the words beside it contain the same information. */
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
