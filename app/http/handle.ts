import type { Messages } from '#app/i18n/en.ts'

/** Properties of a page beside its content: `export const handle = {...} satisfies Handle`. */
export type Handle = {
  /**
   * React also runs in the browser, on a page of the office on which people work for minutes. Names the
   * files of sentences in i18n/…/office/ that the page needs there; `common` and `errors` come with every
   * one. All other pages are plain HTML.
   */
  hydrate?: readonly (keyof Messages['office'])[]
  /** A style sheet for this page alone (imported with `?inline`), placed after the shared one. */
  styles?: string
  /**
   * Style sheets in place of the shared one and of `styles`, for a page that is made for each request
   * and sent often: `first` is in the page, and the page links `rest` where it needs it.
   */
  sheets?: { first: string; rest: string }
  /**
   * The page is the same for everyone, so the server keeps it, for a minute: `now` if it shows the
   * time, `timetable` if a stale copy may be served while the database cannot be reached; or for two
   * seconds: `seats`, if it shows what is free.
   */
  keep?: 'now' | 'timetable' | 'seats'
  /** The picture for previews of links to this page: a file in images/. */
  preview?: (params: Record<string, string | undefined>) => string | undefined
  /** The page is in the office: its own header, navigation and style sheet, and no index. */
  shell?: 'office'
  /** A page of the office that is an app of its own: it has its own frame and manifest. */
  app?: 'boarding'
  /** The page may use the camera. */
  camera?: true
  /** The page belongs to one visitor, like a cart: no index, and no links to translations. */
  personal?: true
}
