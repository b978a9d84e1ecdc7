import css from '#app/app.css?inline'
import type { Handle } from './handle.ts'

/** All styles of a page as the one sheet that stands in it, and whose hash its policy allows. */
export function stylesOf(handles: readonly Handle[]): string {
  return [css, ...handles.flatMap(({ styles }) => styles ?? [])].join('')
}
