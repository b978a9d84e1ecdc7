import { useOwnAddress } from '#app/components/office/own-address.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { FieldError, TextField } from '#app/ui/field.tsx'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { categoryWords } from '#modules/fares/words/words.ts'

import { fareColumns, pairColumn } from './fare-columns.ts'
import type { GridRow } from './view.server.ts'

type GridProps = { rows: readonly GridRow[]; refused: Refused | undefined }

/** The fares of a day to type over, and to raise. Enter saves. */
export function GridForm({ rows, refused }: GridProps) {
  const { draft, empty } = translation().messages.office.fares
  const { raise } = draft
  const here = useOwnAddress()
  return (
    <form method="post" action={here} className="stack" aria-label={draft.grid} noValidate>
      <input type="hidden" name="once" value={crypto.randomUUID()} />
      <DataTable
        caption={draft.grid}
        columns={gridColumns(refused)}
        rows={rows}
        rowKey={({ id }) => id}
        empty={empty}
        address=""
      />
      <p className="hint">{draft.gridHint}</p>
      <div className="row">
        <Button name="intent" value="save">
          {draft.save}
        </Button>
      </div>
      <div className="row fares-row">
        <TextField
          name="percent"
          label={raise.percent}
          hint={raise.hint}
          defaultValue={refused?.typed['percent']}
          error={errorOf('percent', refused)}
          autoComplete="off"
        />
        <Button name="intent" value="raise">
          {raise.send}
        </Button>
      </div>
    </form>
  )
}

function gridColumns(refused: Refused | undefined): Column<GridRow>[] {
  return [
    { ...pairColumn(), cell: PairBox },
    ...fareColumns<GridRow>((row, category) => (
      <Cell row={row} category={category} refused={refused} />
    )),
  ]
}

function PairBox({ id, name }: GridRow) {
  return (
    <Choice type="checkbox" name="row" value={id}>
      {name}
    </Choice>
  )
}

type CellProps = {
  row: GridRow
  category: PassengerCategory
  refused: Refused | undefined
}

function Cell({ row: { name, fields, texts }, category, refused }: CellProps) {
  const { locale } = translation()
  const field = fields[category]
  const error = errorOf(field, refused)
  return (
    <>
      <input
        className="input fare"
        id={field}
        name={field}
        aria-label={`${name}, ${categoryWords(locale)[category].fare}`}
        defaultValue={refused?.typed[field] ?? texts[category]}
        inputMode="decimal"
        autoComplete="off"
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${field}-error` })}
      />
      {error && <FieldError id={`${field}-error`}>{error}</FieldError>}
    </>
  )
}

function errorOf(field: string, refused: Refused | undefined): string | undefined {
  return refused?.problems.find(({ fieldId }) => fieldId === field)?.sentence
}
