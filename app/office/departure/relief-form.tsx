import { ActForm } from '#app/components/office/act-form.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'

import { Reason, type FormProps } from './form-parts.tsx'
import { VehicleSelect } from './vehicle-select.tsx'

/** A second bus for the departure; offered once it has a vehicle of its own. */
export function ReliefForm({ departure, refused }: FormProps) {
  const { relief: words } = translation().messages.office.departure
  const { seen, vehicle, vehicles, relief } = departure
  if (!vehicle) return null
  const typed = typedFor(refused, 'relief')
  const { present, duties } = relief
  return (
    <Details summary={words.title} open={Boolean(typed)}>
      <ActForm intent="relief" seen={seen} className="stack">
        <p>{words.hint}</p>
        <VehicleSelect
          name="relief"
          label={words.label}
          none={words.none}
          chosen={typed?.['relief'] ?? present?.vehicleId ?? ''}
          vehicles={vehicles.filter(({ vehicleId }) => vehicleId !== vehicle.vehicleId)}
          error={errorAt(refused, 'relief')}
        />
        <SelectField
          name="relief-duty"
          label={words.duty}
          defaultValue={typed?.['relief-duty'] ?? present?.dutyId ?? ''}
        >
          <option value="">{words.noDuty}</option>
          {duties.map(({ dutyId, text }) => (
            <option key={dutyId} value={dutyId}>
              {text}
            </option>
          ))}
        </SelectField>
        <Reason id="reason-relief" typed={typed?.['reason']} />
        <Button>{words.send}</Button>
      </ActForm>
    </Details>
  )
}
