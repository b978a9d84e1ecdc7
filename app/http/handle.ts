/** What a page says about itself, beside what it shows: `export const handle = {...} satisfies Handle`. */
export type Handle = {
  /**
   * React runs in the browser too. Other pages are plain HTML and send no script. Which sentences
   * such a page needs there is listed in i18n/hydrated.ts.
   */
  hydrate?: true
  /** A style sheet of this page alone (imported with `?inline`), placed after the shared one. */
  styles?: string
  /**
   * The same for everyone, so the server keeps it whole for a minute: `now` when it tells the time,
   * `timetable` when an older edition is better than none while the database is away.
   */
  keep?: 'now' | 'timetable'
  /** The picture by which it is known where somebody links to it: a file in images/. */
  preview?: (params: Record<string, string | undefined>) => string | undefined
  /** Belongs to one visitor, such as a cart: search engines and other languages are not told of it. */
  personal?: true
}
