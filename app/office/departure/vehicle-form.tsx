import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'

import { errorAt, Reason, typedFor, type FormProps } from './form-parts.tsx'

/** The vehicle of the departure; offered once the company has any. */
export function VehicleForm({ departure, refused }: FormProps) {
  const { vehicle: words } = translation().messages.office.departure
  const { seen, vehicle, vehicles } = departure
  if (vehicles.length === 0) return null
  const typed = typedFor(refused, 'vehicle')
  return (
    <Details summary={words.title} open={Boolean(typed)}>
      <ActForm intent="vehicle" seen={seen} className="stack">
        <p>{words.hint}</p>
        <SelectField
          name="vehicle"
          label={words.label}
          defaultValue={typed?.['vehicle'] ?? vehicle?.vehicleId ?? ''}
          error={errorAt(refused, 'vehicle')}
        >
          <option value="">{words.none}</option>
          {vehicles.map(({ vehicleId, text }) => (
            <option key={vehicleId} value={vehicleId}>
              {text}
            </option>
          ))}
        </SelectField>
        <Reason id="reason-vehicle" typed={typed?.['reason']} />
        <Button>{words.send}</Button>
      </ActForm>
    </Details>
  )
}
