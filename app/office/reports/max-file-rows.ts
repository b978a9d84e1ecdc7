import type { SheetFormat } from '#platform/sheets/sheet.ts'

/**
 * Rows of a file, without its heads and sums; a file of more takes longer than a request may. At the
 * size for which the office is built, 700,000 documents are issued in a year: a CSV file has a month
 * of them, and an Excel file, which takes five times as long as CSV, two weeks.
 */
export const MAX_FILE_ROWS: Record<SheetFormat, number> = { csv: 100_000, xlsx: 30_000 }
