import { ActForm } from '#app/components/office/act-form.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'

import { DriverSelect } from './day-forms.tsx'
import { TimesFields } from './times-fields.tsx'
import type { DutyView } from './view.ts'

type FormProps = { duty: DutyView; refused: Refused | undefined }

/** One of the departures of the day that are on no duty. */
export function AddDepartureForm({ duty, refused }: FormProps) {
  const { duties: words } = translation().messages.office
  if (duty.loose.length === 0) return <p>{words.allOn}</p>
  return (
    <ActForm intent="assign" seen={duty.seen} className="stack">
      <h2>{words.assignTitle}</h2>
      <SelectField
        name="departure"
        label={words.departure}
        defaultValue={typedFor(refused, 'assign')?.['departure']}
        error={errorAt(refused, 'departure')}
      >
        {duty.loose.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <Button kind="action">{words.addDeparture}</Button>
    </ActForm>
  )
}

/** One vehicle for all departures; offered once the company has any. */
export function VehicleForm({ duty, refused }: FormProps) {
  const { duties: words } = translation().messages.office
  if (duty.vehicles.length === 0) return null
  const typed = typedFor(refused, 'vehicle')
  return (
    <Details summary={words.vehicleTitle} open={Boolean(typed)}>
      <ActForm intent="vehicle" seen={duty.seen} className="stack">
        <SelectField
          name="vehicle"
          label={words.vehicle}
          hint={words.vehicleHint}
          defaultValue={typed?.['vehicle'] ?? duty.vehicleId}
          error={errorAt(refused, 'vehicle')}
        >
          <option value="">{words.noVehicle}</option>
          {duty.vehicles.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <Button>{words.give}</Button>
      </ActForm>
    </Details>
  )
}

/** Driver and times. */
export function DutyForm({ duty, refused }: FormProps) {
  const { duties: words } = translation().messages.office
  const typed = typedFor(refused, 'save')
  return (
    <Details summary={words.driverAndTimes} open={Boolean(typed)}>
      <ActForm intent="save" seen={duty.seen} className="stack">
        <DriverSelect
          drivers={duty.drivers}
          chosen={typed?.['driver'] ?? duty.driverId}
          error={errorAt(refused, 'driver')}
        />
        <TimesFields times={duty} refused={refused} typed={typed} />
        <Button>{words.save}</Button>
      </ActForm>
    </Details>
  )
}

export function DeleteForm({ duty, refused }: FormProps) {
  const { duties: words } = translation().messages.office
  return (
    <Details id="delete" summary={words.deleteTitle} open={Boolean(typedFor(refused, 'delete'))}>
      <ActForm intent="delete" seen={duty.seen} className="stack">
        <p>{words.deleteHint}</p>
        <Button>{words.delete}</Button>
      </ActForm>
    </Details>
  )
}
