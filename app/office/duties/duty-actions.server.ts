import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { done, type Press } from '#app/office/act.server.ts'
import {
  addToDuty,
  deleteDuty,
  giveVehicle,
  saveDuty,
  takeOffDuty,
} from '#modules/fleet/change-duty.server.ts'
import { findDuty } from '#modules/fleet/duties.server.ts'
import * as paths from '#paths'

import { readDriverAndTimes } from './day-actions.server.ts'
import { refuse } from './refusal.server.ts'

/** Changes driver and times. */
export async function save(press: Press) {
  const duty = await findDuty(dutyIdOf(press))
  if (!duty) throw notFound()
  const read = await readDriverAndTimes(press, duty.driverId)
  if (!read.ok) return read.answer
  const { driverId, startsAt, endsAt } = read
  return answer(press, 'starts-at', await saveDuty({ ...actOf(press), driverId, startsAt, endsAt }))
}

/** Gives all departures to come one vehicle. */
export async function vehicle(press: Press) {
  const vehicleId = textIn(press.form, 'vehicle') || null
  return answer(press, 'vehicle', await giveVehicle({ ...actOf(press), vehicleId }))
}

/** Puts a departure on the duty. */
export async function assign(press: Press) {
  const departureId = textIn(press.form, 'departure')
  return answer(press, 'departure', await addToDuty({ ...actOf(press), departureId }))
}

/** Takes a departure off the duty. */
export async function remove(press: Press) {
  const departureId = textIn(press.form, 'departure')
  return answer(press, 'departures', await takeOffDuty({ ...actOf(press), departureId }))
}

/** Deletes the duty, and leads to its day. */
export async function deleteWhole(press: Press) {
  const duty = await findDuty(dutyIdOf(press))
  if (!duty) throw notFound()
  const outcome = await deleteDuty(actOf(press))
  if (outcome.ok) return done(paths.officeDuties(`day=${duty.serviceDate.toString()}`))
  return refuse(outcome, { form: press.form, fieldId: 'delete' })
}

function dutyIdOf({ params }: Press): string {
  return params['id'] ?? ''
}

function actOf(press: Press) {
  const { seen, by, now } = press
  return { dutyId: dutyIdOf(press), seen, by, now }
}

type Outcome = { ok: true } | Parameters<typeof refuse>[0]

function answer(press: Press, fieldId: string, outcome: Outcome) {
  if (outcome.ok) return done(paths.officeDuty(dutyIdOf(press)))
  if (outcome.reason === 'no-such-duty') throw notFound()
  return refuse(outcome, { form: press.form, fieldId })
}
