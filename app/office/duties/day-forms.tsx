import { ActForm } from '#app/components/office/act-form.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { FieldError, SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { TimesFields } from './times-fields.tsx'
import type { DayView, LooseRow } from './view.ts'

type FormProps = { day: DayView; refused: Refused | undefined }

/** The duties of another day, for a day that has none. */
export function CopyForm({ day, refused }: FormProps) {
  const { duties: words } = translation().messages.office
  const { yesterday, weekBefore } = day
  const error = refused?.intent === 'copy' ? errorAt(refused, 'copy') : undefined
  return (
    <ActForm intent="copy" id="copy" className="card stack not-printed">
      <h2>{words.copyTitle}</h2>
      <p>{words.copyHint}</p>
      {error && <FieldError>{error}</FieldError>}
      <input type="hidden" name="day" value={day.day} />
      <div className="row">
        <Button name="from" value={yesterday.value}>
          {words.copyYesterday(yesterday.text)}
        </Button>
        <Button name="from" value={weekBefore.value}>
          {words.copyWeek(weekBefore.text)}
        </Button>
      </div>
    </ActForm>
  )
}

export function AddForm({ day, refused }: FormProps) {
  const { duties: words } = translation().messages.office
  const typed = typedFor(refused, 'add')
  return (
    <Details summary={words.addTitle} open={Boolean(typed)} className="details not-printed">
      <ActForm intent="add" className="stack">
        <input type="hidden" name="day" value={day.day} />
        <DriverSelect
          drivers={day.drivers}
          chosen={typed?.['driver']}
          error={errorAt(refused, 'driver')}
        />
        <TimesFields times={day} refused={refused} typed={typed} hint={words.timesHint} />
        <Button kind="action">{words.add}</Button>
      </ActForm>
    </Details>
  )
}

type DriverSelectProps = {
  drivers: DayView['drivers']
  chosen: string | undefined
  error: string | undefined
}

export function DriverSelect({ drivers, chosen, error }: DriverSelectProps) {
  const { duties: words } = translation().messages.office
  return (
    <SelectField name="driver" label={words.driver} defaultValue={chosen ?? ''} error={error}>
      <option value="">{words.nobody}</option>
      {drivers.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

type LooseProps = FormProps & { mayEdit: boolean }

/** The departures that are on no duty, each with the duties to put it on. */
export function Loose({ day, refused, mayEdit }: LooseProps) {
  const { duties: words, departures } = translation().messages.office
  const hasForm = mayEdit && day.options.length > 0
  const next = day.next ? { text: departures.next, after: day.next } : undefined
  return (
    <DataTable
      caption={words.onNone}
      columns={looseColumns(hasForm)}
      rows={day.loose.map((row) => ({ ...row, day, refused }))}
      rowKey={({ departureId }) => departureId}
      name="departure"
      empty={words.allOn}
      address={localePath(translation().locale, paths.officeDuties(`day=${day.day}`))}
      pages={{ label: departures.pages, next }}
    />
  )
}

type AssignProps = LooseRow & FormProps

function looseColumns(hasForm: boolean): Column<AssignProps>[] {
  const { duties: words } = translation().messages.office
  return [
    { key: 'time', head: words.times, kind: 'name', cell: ({ time }) => time },
    { key: 'journey', head: words.journey, cell: ({ way }) => way },
    { key: 'vehicle', head: words.vehicle, cell: ({ vehicle }) => vehicle || words.noVehicle },
    ...(hasForm ? [{ key: 'assign', head: words.assign, cell: Assign }] : []),
  ]
}

function Assign({ departureId, time, way, day, refused }: AssignProps) {
  const { duties: words } = translation().messages.office
  const id = `assign-${departureId}`
  const error = errorAt(refused, id)
  return (
    <ActForm intent="assign" className="duty-assign not-printed">
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <input type="hidden" name="day" value={day.day} />
      <input type="hidden" name="departure" value={departureId} />
      <select
        id={id}
        name="duty"
        className="input"
        aria-label={words.assignTo(`${time} ${way}`)}
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      >
        <option value="">{words.choose}</option>
        {day.options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Button aria-label={`${words.assign}: ${time} ${way}`}>{words.assign}</Button>
    </ActForm>
  )
}
