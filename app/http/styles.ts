import css from '#app/app.css?inline'
import type { Handle } from './handle.ts'

/** All styles of a page as one inline style sheet, whose hash the page's policy allows. */
export function stylesOf(handles: readonly Handle[]): string {
  const [own] = handles.flatMap(({ sheets }) => sheets ?? [])
  return own?.first ?? [css, ...handles.flatMap(({ styles }) => styles ?? [])].join('')
}
