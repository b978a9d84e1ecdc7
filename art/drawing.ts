import { createHash } from 'node:crypto'

/** A file of the site, and the drawing it is rendered from. */
export type Drawing = { file: string; svg: string }

/** A digest that every rendered file carries, so that none is left behind when its drawing changes. */
export function printOf({ svg }: Drawing): string {
  return createHash('sha256').update(svg).digest('hex')
}
