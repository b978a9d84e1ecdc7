import type { SheetFormat } from '#platform/sheets/sheet.ts'

import { MAX_FILE_ROWS } from './max-file-rows.ts'

const ROWS_OF_PAGE = 50

/**
 * The rows to ask for: one more than a page shows tells that there is another page, and one more
 * than fit into a file that it is not made.
 */
export function rowsToAskFor(file: SheetFormat | null): { limit: number } {
  return { limit: (file ? MAX_FILE_ROWS[file] : ROWS_OF_PAGE) + 1 }
}

/** The rows of a page, and the key of its last one if others follow; a file has all of them. */
export function cutPage<Row>(
  found: readonly Row[],
  file: SheetFormat | null,
  keyOf: (row: Row) => string,
): { rows: readonly Row[]; next?: string } {
  const rows = file ? found : found.slice(0, ROWS_OF_PAGE)
  const last = rows.at(-1)
  return { rows, ...(last && found.length > rows.length && { next: keyOf(last) }) }
}
