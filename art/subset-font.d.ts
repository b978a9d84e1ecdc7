/** The part of the package that we use; it has no types of its own. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }

  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options?: {
      targetFormat?: 'truetype' | 'woff' | 'woff2' | 'sfnt'
      noLayoutClosure?: boolean
      variationAxes?: Record<string, Axis>
    },
  ): Promise<Buffer>
}
