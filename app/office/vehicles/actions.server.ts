import { sayWhoChanged } from '#app/components/office/who-changed.server.ts'
import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { VEHICLE_STATES, type VehicleContent } from '#modules/fleet/vehicle.ts'
import { addVehicle, saveVehicle, type SaveVehicleOutcome } from '#modules/fleet/vehicles.server.ts'
import * as paths from '#paths'
import { oneLine } from '#platform/text/lines.ts'
import { readLocalMoment } from '#platform/typed-time.ts'

/** Adds the vehicle, or changes it. */
export async function save({ form, by, seen, params, now }: Press) {
  const vehicleId = params['id'] ?? ''
  const saving = { content: readContent(form), by, now }
  const outcome =
    vehicleId === 'new'
      ? await addVehicle(saving)
      : await saveVehicle({ ...saving, vehicleId, seen })
  return outcome.ok ? done(paths.officeVehicle(outcome.vehicleId)) : refuse(outcome, form)
}

function readContent(form: FormData): VehicleContent {
  const [from, until] = ['workshop-from', 'workshop-until'].map((name) =>
    readLocalMoment(textIn(form, name)),
  )
  return {
    plate: oneLine(textIn(form, 'plate')),
    name: oneLine(textIn(form, 'name')),
    seats: readNumber(form, 'seats'),
    wheelchairPlaces: readNumber(form, 'wheelchairs'),
    hasLift: textIn(form, 'lift') === 'yes',
    state: VEHICLE_STATES.find((one) => one === textIn(form, 'state')) ?? 'in-service',
    workshop: from && until ? { from, until } : null,
  }
}

/** NaN for anything but a whole number, which no vehicle can have. */
function readNumber(form: FormData, name: string): number {
  const text = textIn(form, name).trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : NaN
}

type Refusal = Exclude<SaveVehicleOutcome, { ok: true }>

async function refuse(refusal: Refusal, form: FormData) {
  const { refusals } = translation().messages.office.vehicles
  const say = (fieldId: string, sentence: string) => refused([{ fieldId, sentence }], form)
  switch (refusal.reason) {
    case 'no-such-vehicle':
      throw notFound()
    case 'changed-meanwhile':
      return say('plate', await sayWhoChanged(refusal.entries, refusals.changed))
    case 'has-departures':
      return say('state', refusals[refusal.reason](refusal.departures))
    case 'seats-missing':
      return say('seats', refusals[refusal.reason])
    case 'wheelchairs-missing':
      return say('wheelchairs', refusals[refusal.reason])
    case 'workshop-missing':
      return say('workshop-from', refusals[refusal.reason])
    case 'plate-missing':
    case 'plate-taken':
    default:
      return say('plate', refusals[refusal.reason])
  }
}
