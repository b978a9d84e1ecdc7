import * as paths from '#paths'

/**
 * The files of sentences that a page with `hydrate` needs in the browser, by its plain path. They
 * come on top of `common` and `errors`, which every page has.
 */
export const HYDRATED: Record<string, readonly string[]> = {
  [paths.bookNow()]: ['book-now'],
  [paths.cart()]: ['cart'],
}

/** Nothing for a page that is not listed: it runs no script and is sent no sentences. */
export function surfacesOf(plainPath: string): readonly string[] | undefined {
  const own = HYDRATED[plainPath]
  return own && ['common', 'errors', ...own]
}
