import { createHash } from 'node:crypto'

/** A file of the site, and what it is rendered from. */
export type Drawing = { file: string; svg: string }

/** Every rendered file carries this of its drawing, so that none is left behind when that changes. */
export function printOf({ svg }: Drawing): string {
  return createHash('sha256').update(svg).digest('hex')
}
