import { translation } from '#app/i18n/translation.ts'
import type { Column } from '#app/ui/data-table.tsx'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { categoryWords } from '#modules/fares/words/words.ts'

import { PAYING } from './grid.ts'
import type { FareRow } from './view.server.ts'

/** A column for each category that pays. */
export function fareColumns<Row extends FareRow>(
  cell: (row: Row, category: PassengerCategory) => React.ReactNode,
): Column<Row>[] {
  const words = categoryWords(translation().locale)
  return PAYING.map((category) => {
    return { key: category, head: words[category].fare, cell: (row) => cell(row, category) }
  })
}

/** The column of the pairs of stops. */
export function pairColumn<Row extends FareRow>(): Column<Row> {
  const { pair } = translation().messages.office.fares
  return { key: 'pair', head: pair, kind: 'name', cell: ({ name }) => name }
}
