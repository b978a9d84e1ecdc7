import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { MAX_NAME_LETTERS, VEHICLE_STATES } from '#modules/fleet/vehicle.ts'

import type { VehicleView } from './view.server.ts'

type FormProps = { vehicle: VehicleView; refused: Refused | undefined }

/** All facts of a vehicle. A form that was refused still has what was typed. */
export function VehicleForm({ vehicle, refused }: FormProps) {
  const { vehicles } = translation().messages.office
  const typed = refused?.typed
  const errorOf = (field: string) =>
    refused?.problems.find(({ fieldId }) => fieldId === field)?.sentence
  const field = (name: 'plate' | 'name' | 'seats' | 'wheelchairs') => ({
    name,
    label: vehicles[name],
    defaultValue: typed?.[name] ?? vehicle[name],
    error: errorOf(name),
  })
  return (
    <ActForm intent="save" seen={vehicle.seen} className="card stack">
      <TextField {...field('plate')} autoComplete="off" />
      <TextField {...field('name')} hint={vehicles.nameHint} maxLength={MAX_NAME_LETTERS} />
      <TextField {...field('seats')} inputMode="numeric" />
      <TextField {...field('wheelchairs')} inputMode="numeric" />
      <div>
        <Choice
          type="checkbox"
          name="lift"
          value="yes"
          defaultChecked={typed ? typed['lift'] === 'yes' : vehicle.hasLift}
          aria-describedby="lift-hint"
        >
          {vehicles.lift}
        </Choice>
        <p className="hint" id="lift-hint">
          {vehicles.liftHint}
        </p>
      </div>
      <SelectField
        name="state"
        label={vehicles.state}
        defaultValue={typed?.['state'] ?? vehicle.state}
        error={errorOf('state')}
      >
        {VEHICLE_STATES.map((state) => (
          <option key={state} value={state}>
            {vehicles.states[state]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="workshop-from"
        label={vehicles.workshopFrom}
        hint={vehicles.workshopHint}
        type="datetime-local"
        defaultValue={typed?.['workshop-from'] ?? vehicle.workshopFrom}
        error={errorOf('workshop-from')}
      />
      <TextField
        name="workshop-until"
        label={vehicles.workshopUntil}
        type="datetime-local"
        defaultValue={typed?.['workshop-until'] ?? vehicle.workshopUntil}
      />
      <Button kind="action">{vehicles.save}</Button>
    </ActForm>
  )
}

/** The same for those who only read. */
export function VehicleFacts({ vehicle }: { vehicle: VehicleView }) {
  const { vehicles } = translation().messages.office
  const { seats, wheelchairs, hasLift, state } = vehicle
  return (
    <Facts
      facts={[
        { name: vehicles.seats, value: seats },
        { name: vehicles.wheelchairs, value: wheelchairs },
        { name: vehicles.liftHead, value: hasLift ? vehicles.yes : vehicles.no },
        { name: vehicles.state, value: vehicles.states[state] },
      ]}
    />
  )
}
