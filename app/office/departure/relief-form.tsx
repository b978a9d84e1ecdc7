import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'

import { errorAt, Reason, typedFor, type FormProps } from './form-parts.tsx'

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
        <SelectField
          name="relief"
          label={words.label}
          defaultValue={typed?.['relief'] ?? present?.vehicleId ?? ''}
          error={errorAt(refused, 'relief')}
        >
          <option value="">{words.none}</option>
          {vehicles
            .filter(({ vehicleId }) => vehicleId !== vehicle.vehicleId)
            .map(({ vehicleId, text }) => (
              <option key={vehicleId} value={vehicleId}>
                {text}
              </option>
            ))}
        </SelectField>
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
