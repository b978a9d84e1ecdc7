import { SelectField } from '#app/ui/field.tsx'

import type { VehicleOption } from './view.server.ts'

type VehicleSelectProps = {
  name: string
  label: string
  /** The words for no vehicle. */
  none: string
  chosen: string
  vehicles: readonly VehicleOption[]
  error: string | undefined
}

/** The vehicles of the company, and none. */
export function VehicleSelect({ none, chosen, vehicles, ...field }: VehicleSelectProps) {
  return (
    <SelectField defaultValue={chosen} {...field}>
      <option value="">{none}</option>
      {vehicles.map(({ vehicleId, text }) => (
        <option key={vehicleId} value={vehicleId}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
