import type { Locale } from '#platform/locale.ts'

/**
 * How a column is written. Days are given as 2026-11-22 and money in cents. Moments are given in
 * milliseconds since 1970: writing those of a large file as text would take longer than all the
 * rest.
 */
export type Kind = 'text' | 'day' | 'moment' | 'count' | 'cents' | 'percent'
export type Cell = string | number | null

/** A table on its way to a spreadsheet, of values that survive as text. */
export type Sheet = {
  title: string
  locale: Locale
  columns: readonly { head: string; kind: Kind }[]
  rows: readonly (readonly Cell[])[]
  /** The sums under the columns, in the last row. */
  totals?: readonly Cell[] | undefined
}

/** The kinds of file that spreadsheets open. */
export type SheetFormat = 'csv' | 'xlsx'

/** A job for the worker. */
export type SheetJob = { format: SheetFormat; sheet: Sheet }
