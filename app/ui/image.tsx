import pictures from '#app/live/pictures.ts?worker&url'
import {
  BREAKPOINTS,
  DENSITIES,
  imagePath,
  type ImageOptions,
} from '#platform/images/image-options.ts'

/** Another picture, or another cut of the same one, for a media query. */
export type ImageCut = {
  media: string
  src: string
  /** The ratio of width to height, cut from the middle; one of those in image-options.ts. */
  ratio?: number
  sizes?: string
  /** As for the picture. */
  widest?: number
}

type ImageProps = {
  /** A file in images/. */
  src: string
  /** A description; empty if the picture adds nothing to the words beside it. */
  alt: string
  /** The size of the file, which reserves the space; 0 if it could not be read. */
  width: number
  height: number
  /** The displayed width in CSS: "(min-width: 48rem) 50vw, 100vw". */
  sizes: string
  /** The largest displayed width in px; larger sources are left out. */
  widest?: number
  quality?: ImageOptions['quality']
  /** The first cut whose media query matches is shown instead. */
  cuts?: readonly ImageCut[]
  /**
   * Visible without scrolling: fetched at once, and shown after the words, in the space that it
   * takes (components/picture.css).
   */
  isFirst?: boolean
  className?: string
}

/** A raster image in the widths that screens need, none larger than the file. */
export function Image(props: ImageProps) {
  const { src, alt, width, height, sizes, quality, cuts = [], isFirst = false, className } = props
  const widthsUpTo = (widest = width) => listWidths(Math.min(width, 2 * widest))
  const addresses = (file: string, widest = props.widest, ratio?: number) =>
    widthsUpTo(widest)
      .map((one) => `${pathTo(file, one, { quality, ratio })} ${one}w`)
      .join(', ')
  const [smallest = BREAKPOINTS.xs] = widthsUpTo(props.widest)
  return (
    <picture>
      {cuts.map((cut) => (
        <source
          key={cut.media}
          media={cut.media}
          srcSet={addresses(cut.src, cut.widest, cut.ratio)}
          sizes={cut.sizes ?? sizes}
        />
      ))}
      <img
        className={isFirst ? `${className} after` : className}
        src={pathTo(src, smallest, { quality })}
        srcSet={addresses(src)}
        sizes={sizes}
        alt={alt}
        {...(width > 0 && height > 0 && { width, height })}
        {...(!isFirst && { loading: 'lazy' })}
      />
      {isFirst && <script src={pictures} type="module" />}
    </picture>
  )
}

const WIDTHS = [
  ...new Set(Object.values(BREAKPOINTS).flatMap((width) => DENSITIES.map((more) => width * more))),
].toSorted((one, other) => one - other)

/** Every width below the largest one needed, and the first that is enough. */
function listWidths(most: number): number[] {
  const enough = WIDTHS.find((width) => width >= most)
  return WIDTHS.filter((width) => width < most || width === enough)
}

type Wanted = { quality: ImageOptions['quality'] | undefined; ratio?: number | undefined }

function pathTo(file: string, width: number, { quality, ratio }: Wanted): string {
  const height = ratio ? Math.round(width / ratio) : 0
  return imagePath(file, { width, height, format: 'auto', ...(quality && { quality }) })
}
