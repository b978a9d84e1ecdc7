import * as paths from '#paths'

/**
 * The files of sentences that each page with `hydrate` needs in the browser, by its path without a
 * language. `common` and `errors` are always included.
 */
export const HYDRATED: Record<string, readonly string[]> = {
  [paths.cart()]: ['cart'],
}

/** Undefined for a page without script, which gets no sentences. */
export function surfacesOf(plainPath: string): readonly string[] | undefined {
  const own = HYDRATED[plainPath]
  return own && ['common', 'errors', ...own]
}
