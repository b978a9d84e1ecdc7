import { stringify } from 'csv-stringify/sync'

import { LANGUAGES } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

import { momentText, withoutFormula } from './cell-text.ts'
import type { Cell, Kind, Sheet } from './sheet.ts'

/** The separators that programs expect where a decimal comma is written, and elsewhere. */
const DELIMITERS: Record<Locale, ',' | ';'> = { en: ',', el: ';' }

/**
 * A CSV file in UTF-8 with its mark, so that spreadsheets read Greek. The heads stand in the first
 * row.
 */
export function writeCsv({ columns, rows, totals, locale }: Sheet): string {
  const lines = totals ? [...rows, totals] : rows
  const table = lines.map((cells) =>
    columns.map(({ kind }, place) => writeCell(cells[place] ?? null, kind, locale)),
  )
  return stringify([columns.map(({ head }) => head), ...table], {
    bom: true,
    delimiter: DELIMITERS[locale],
    record_delimiter: 'windows',
  })
}

/** A date that every program reads, and an amount with the decimal mark of the language, without a currency. */
function writeCell(cell: Cell, kind: Kind, locale: Locale): string {
  if (cell === null) return ''
  if (kind === 'moment') return momentText(Number(cell))
  if (typeof cell === 'string') return withoutFormula(cell)
  const { decimalMark } = LANGUAGES[locale]
  return kind === 'cents'
    ? (cell / 100).toFixed(2).replace('.', decimalMark)
    : String(cell).replace('.', decimalMark)
}
