import { translation } from './translation.ts'

/** A rate as it is written: "9", "9.5" or «9,5». */
export function percentText(percent: number): string {
  const point = translation().locale === 'el' ? ',' : '.'
  return String(percent).replace('.', point)
}
