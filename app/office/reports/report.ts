import type { Cell, Kind } from '#platform/sheets/sheet.ts'

/** The reports, in the order of their list. */
export const REPORTS = ['revenue', 'vat', 'documents', 'loads', 'overrules', 'tills'] as const
export type ReportName = (typeof REPORTS)[number]

export function isReport(name: string): name is ReportName {
  return (REPORTS as readonly string[]).includes(name)
}

export type ReportColumn = { key: string; head: string; kind: Kind }

export type ReportRow = {
  key: string
  cells: readonly Cell[]
  /** The path of what the row is about. */
  to?: string
}

/** A report as a table of values, from which the page and both kinds of file are written. */
export type Report = {
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  /** The sums under the columns; null where a sum means nothing. */
  totals?: readonly Cell[]
  /** The columns that the chart shows, at most two, and how the bars of each row are named. */
  chart?: { columns: readonly number[]; labels: readonly string[] }
  /** The key of the row after which the next page begins, if this one is not the last. */
  next?: string
}
