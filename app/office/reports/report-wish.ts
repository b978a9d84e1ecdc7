import type { Messages } from '#app/i18n/en.ts'
import type { Locale } from '#platform/locale.ts'
import type { SheetFormat } from '#platform/sheets/sheet.ts'

import type { Period } from './period.ts'

/** The ways to sum up the rows of a report. */
export type Way =
  | 'day'
  | 'route'
  | 'category'
  | 'channel'
  | 'leg'
  | 'reason'
  | 'person'
  | 'rule'
  | 'each'
  | 'till'
  | 'seller'

export type ReportWish = {
  period: Period
  /** By what the rows are summed on the page. */
  by: Way | undefined
  /** The last row of the page before. */
  after: string | null
  /** The kind of file, which has every detail where a page sums up; null for a page. */
  file: SheetFormat | null
  words: Messages
  locale: Locale
}
