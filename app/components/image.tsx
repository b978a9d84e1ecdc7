import { BREAKPOINTS, DENSITIES, imagePath } from '#platform/image-options.ts'

type ImageProps = {
  /** A file in images/, and what it measures (`readImageSize`). */
  name: string
  size: { width: number; height: number }
  /** What it shows; empty when it only decorates. */
  alt: string
  /** How wide it is shown, as in CSS: "(min-width: 48rem) 50vw, 100vw". */
  sizes: string
  /** Seen at once, so it is not left for later. */
  isFirst?: boolean
}

/** A raster image in every width that a screen may need, none larger than it is. */
export function Image({ name, size, alt, sizes, isFirst = false }: ImageProps) {
  const widths = widthsOf(size.width)
  const [smallest = BREAKPOINTS.xs] = widths
  return (
    <img
      src={imagePath(name, { width: smallest })}
      srcSet={widths.map((width) => `${imagePath(name, { width })} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      decoding="async"
      {...(size.width > 0 && size)}
      {...(!isFirst && { loading: 'lazy' })}
    />
  )
}

function widthsOf(most: number): number[] {
  const all = Object.values(BREAKPOINTS).flatMap((width) =>
    DENSITIES.map((density) => width * density),
  )
  const wanted = [...new Set(all)].toSorted((one, other) => one - other)
  const larger = wanted.find((width) => width >= most)
  return wanted.filter((width) => width < most || width === larger)
}
