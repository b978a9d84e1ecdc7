import { BREAKPOINTS, DENSITIES, imagePath, type ImageOptions } from '#platform/image-options.ts'

/** Another picture, or another cut of the same, that is shown where a media query holds. */
export type ImageCut = {
  media: string
  src: string
  /** Of its width to its height, cut from the middle; one of those in image-options.ts. */
  ratio?: number
  sizes?: string
}

type ImageProps = {
  /** A file in images/. */
  src: string
  /** What it shows; empty when it says nothing that the words beside it do not say. */
  alt: string
  /** What the file measures; 0 when it could not be read. The place of the picture is kept by them. */
  width: number
  height: number
  /** How wide it is shown, as in CSS: "(min-width: 48rem) 50vw, 100vw". */
  sizes: string
  /** How many px that is at most. What no screen needs is not offered. */
  widest?: number
  quality?: ImageOptions['quality']
  /** The first whose media query holds is shown instead. */
  cuts?: readonly ImageCut[]
  /** Seen at once, so it is fetched at once, and before others. */
  isFirst?: boolean
  className?: string
}

/** A raster image in the widths that screens need, none larger than it is. */
export function Image(props: ImageProps) {
  const { src, alt, width, height, sizes, quality, cuts = [], isFirst = false, className } = props
  const widths = listWidths(Math.min(width, 2 * (props.widest ?? width)))
  const addresses = (file: string, ratio?: number) =>
    widths.map((one) => `${pathTo(file, one, { quality, ratio })} ${one}w`).join(', ')
  const [smallest = BREAKPOINTS.xs] = widths
  return (
    <picture>
      {cuts.map((cut) => (
        <source
          key={cut.media}
          media={cut.media}
          srcSet={addresses(cut.src, cut.ratio)}
          sizes={cut.sizes ?? sizes}
        />
      ))}
      <img
        className={className}
        src={pathTo(src, smallest, { quality })}
        srcSet={addresses(src)}
        sizes={sizes}
        alt={alt}
        {...(width > 0 && height > 0 && { width, height })}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  )
}

const WIDTHS = [
  ...new Set(Object.values(BREAKPOINTS).flatMap((width) => DENSITIES.map((more) => width * more))),
].toSorted((one, other) => one - other)

/** Every width below the most that is needed, and the first that is enough. */
function listWidths(most: number): number[] {
  const enough = WIDTHS.find((width) => width >= most)
  return WIDTHS.filter((width) => width < most || width === enough)
}

type Wanted = { quality: ImageOptions['quality'] | undefined; ratio?: number | undefined }

function pathTo(file: string, width: number, { quality, ratio }: Wanted): string {
  const height = ratio ? Math.round(width / ratio) : 0
  return imagePath(file, { width, height, ...(quality && { quality }) })
}
