import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'

import type { DepartureView } from './view.server.ts'

/** The departure, and the form on its page that was refused last. */
export type FormProps = { departure: DepartureView; refused: Refused | undefined }

type StopSelectProps = {
  name: string
  label: string
  stops: DepartureView['stops']
  chosen: string | undefined
}

export function StopSelect({ stops, chosen, ...field }: StopSelectProps) {
  return (
    <SelectField defaultValue={chosen} {...field}>
      {stops.map(({ position, name, planned }) => (
        <option key={position} value={position}>
          {planned} {name}
        </option>
      ))}
    </SelectField>
  )
}

type ReasonProps = { id: string; typed: string | undefined; error?: string | undefined }

export function Reason({ id, typed, error }: ReasonProps) {
  const { reason, reasonHint } = translation().messages.office.departure
  return (
    <TextField
      id={id}
      name="reason"
      label={reason}
      hint={reasonHint}
      maxLength={200}
      defaultValue={typed}
      error={error}
    />
  )
}
