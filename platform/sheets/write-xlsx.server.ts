import writeExcelFile, { type Cell as ExcelCell } from 'write-excel-file/node'

import { momentText } from './cell-text.ts'
import type { Cell, Kind, Sheet } from './sheet.ts'

const FORMATS: Partial<Record<Kind, string>> = {
  day: 'yyyy-mm-dd',
  count: '#,##0',
  cents: '#,##0.00',
}

/** Characters of the widest column. */
const MAX_WIDTH = 32

/**
 * An Excel file: numbers are numbers, days are days, and every text is a text, even "=1+1" and "+357 99 123456". The heads stand in the
 * first row, which stays in view.
 */
export async function writeXlsx(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const { title, columns, rows, totals } = sheet
  const heads = columns.map(({ head }) => ({ value: head, fontWeight: 'bold' as const }))
  const body = rows.map((cells) => columns.map(({ kind }, place) => toExcel(cells[place], kind)))
  const sums = totals && columns.map(({ kind }, place) => toExcel(totals[place], kind, 'bold'))
  const written = writeExcelFile([heads, ...body, ...(sums ? [sums] : [])], {
    sheet: title,
    columns: columns.map((column, place) => ({ width: widthOf(column, rows, place) })),
    stickyRowsCount: 1,
  })
  return new Uint8Array(await written.toBuffer())
}

function toExcel(cell: Cell | undefined, kind: Kind, fontWeight?: 'bold'): ExcelCell {
  if (cell === null || cell === undefined) return null
  const style = {
    ...(fontWeight && { fontWeight }),
    ...(FORMATS[kind] && { format: FORMATS[kind] }),
  }
  if (kind === 'moment') return { value: momentText(Number(cell)), type: String, ...style }
  if (kind === 'day') return { value: new Date(`${cell}T00:00Z`), type: Date, ...style }
  if (typeof cell === 'string') {
    return { value: cell, type: String, ...(fontWeight && { fontWeight }) }
  }
  return { value: kind === 'cents' ? cell / 100 : cell, type: Number, ...style }
}

/** The signs of "2026-11-22 14:05" */
const MOMENT_SIGNS = 16

function widthOf({ head, kind }: Sheet['columns'][number], rows: Sheet['rows'], place: number) {
  let longest = Math.max(head.length, kind === 'moment' ? MOMENT_SIGNS : 0)
  for (const cells of rows) longest = Math.max(longest, String(cells[place] ?? '').length)
  return Math.min(MAX_WIDTH, 2 + longest)
}
