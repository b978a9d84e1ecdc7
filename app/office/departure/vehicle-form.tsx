import { ActForm } from '#app/components/office/act-form.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/parts.tsx'

import { Reason, type FormProps } from './form-parts.tsx'
import { VehicleSelect } from './vehicle-select.tsx'

/** The vehicle of the departure; offered once the company has vehicles. */
export function VehicleForm({ departure, refused }: FormProps) {
  const { vehicle: words } = translation().messages.office.departure
  const { seen, vehicle, vehicles } = departure
  if (vehicles.length === 0) return null
  const typed = typedFor(refused, 'vehicle')
  return (
    <Details summary={words.title} open={Boolean(typed)}>
      <ActForm intent="vehicle" seen={seen} className="stack">
        <p>{words.hint}</p>
        <VehicleSelect
          name="vehicle"
          label={words.label}
          none={words.none}
          chosen={typed?.['vehicle'] ?? vehicle?.vehicleId ?? ''}
          vehicles={vehicles}
          error={errorAt(refused, 'vehicle')}
        />
        <Reason id="reason-vehicle" typed={typed?.['reason']} />
        <Button>{words.send}</Button>
      </ActForm>
    </Details>
  )
}
