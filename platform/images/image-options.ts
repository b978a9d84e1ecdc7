/** The options that the image path accepts. Anything else is answered like a missing image. */
export const BREAKPOINTS = {
  xs: 320,
  sm: 640,
  md: 768,
  lg: 1024,
  xl: 1280,
  xxl: 1536,
  '2xl': 1536,
} as const
export const DENSITIES = [1, 2] as const
/** The first is the default. */
const FORMATS = ['webp', 'avif', 'jpeg', 'png'] as const
/** In an address: AVIF for a browser that accepts it, and the default for others. */
const ANY_FORMAT = 'auto'
const QUALITIES = [80, 60] as const
const FITS = ['cover', 'contain', 'inside'] as const
/** The preview of a page on social networks. */
export const PREVIEW = { width: 1200, height: 630 }

export type ImageOptions = {
  width: number
  /** 0: in proportion to the width. */
  height: number
  format: (typeof FORMATS)[number]
  quality: (typeof QUALITIES)[number]
  fit: (typeof FITS)[number]
}

const WIDTHS = new Set([
  PREVIEW.width,
  ...Object.values(BREAKPOINTS).flatMap((width) => DENSITIES.map((density) => width * density)),
])
/** Width by height: square, 4:3, 3:2, 16:9, a panorama on a phone, and the preview. */
const RATIOS = [1, 4 / 3, 3 / 2, 16 / 9, 12 / 5, PREVIEW.width / PREVIEW.height]

/** The name of a file in images/, without a folder. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}\.(?:png|jpg|webp)$/
const OPTIONS = /^w_(\d{3,4}),h_(\d{1,4}),f_([a-z]{3,4}),q_(\d\d),fit_([a-z]{5,7})$/

type Wanted = Partial<Omit<ImageOptions, 'format'>> & {
  width: number
  format?: ImageOptions['format'] | typeof ANY_FORMAT
}

/** The address of an image in these measures: /_image/w_640,h_0,f_webp,q_80,fit_cover/x.png */
export function imagePath(name: string, options: Wanted) {
  const { width, height = 0, format = FORMATS[0], quality = QUALITIES[0], fit = FITS[0] } = options
  return `/_image/w_${width},h_${height},f_${format},q_${quality},fit_${fit}/${name}`
}

/**
 * The options with a format instead of a choice, by the Accept header of the request. They are
 * returned unchanged if they leave no choice.
 */
export function chooseFormat(optionsText: string, accept: string): string {
  const chosen = accept.includes('image/avif') ? 'avif' : FORMATS[0]
  return optionsText.replace(`,f_${ANY_FORMAT},`, `,f_${chosen},`)
}

/** Undefined for measures, formats or qualities that no page of ours uses. */
export function readImageOptions(text: string): ImageOptions | undefined {
  const [, w, h, f, q, fitting] = OPTIONS.exec(text) ?? []
  const [width, height] = [Number(w), Number(h)]
  const format = FORMATS.find((one) => one === f)
  const quality = QUALITIES.find((one) => one === Number(q))
  const fit = FITS.find((one) => one === fitting)
  const isKnown = WIDTHS.has(width) && heightsOf(width).includes(height)
  return isKnown && format && quality && fit ? { width, height, format, quality, fit } : undefined
}

export function isImageName(name: string): boolean {
  return NAME.test(name)
}

function heightsOf(width: number): number[] {
  return [0, ...RATIOS.map((ratio) => Math.round(width / ratio))]
}
