import {
  explainNotAvailable,
  isAboutVehicle,
} from '#app/components/office/vehicle-refusal.server.ts'
import { sayWhoChanged } from '#app/components/office/who-changed.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { refused } from '#app/office/act.server.ts'
import type {
  AddDepartureOutcome,
  AddDutyOutcome,
  DeleteOutcome,
  DutyVehicleOutcome,
  RemoveOutcome,
  SaveDutyOutcome,
} from '#modules/fleet/change-duty.server.ts'
import type { CopyOutcome } from '#modules/fleet/copy-duties.server.ts'
import { findDuty } from '#modules/fleet/duties.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { exactClock } from '#platform/format/moments.ts'

import { timesOf } from './words.server.ts'

type Outcome =
  | AddDepartureOutcome
  | AddDutyOutcome
  | CopyOutcome
  | DeleteOutcome
  | DutyVehicleOutcome
  | RemoveOutcome
  | SaveDutyOutcome

type Refusal = Exclude<Outcome, { ok: true }>

/** The page again, with the sentence of a refusal at the field that it is about. */
export async function refuse(
  refusal: Refusal,
  { form, fieldId }: { form: FormData; fieldId: string },
) {
  return refused([{ fieldId, sentence: await explain(refusal) }], form)
}

async function explain(refusal: Refusal): Promise<string> {
  const { refusals } = translation().messages.office.duties
  if (isAboutVehicle(refusal)) return explainNotAvailable(refusal)
  const { reason } = refusal
  if (reason === 'changed-meanwhile') return sayWhoChanged(refusal.entries, refusals.changed)
  if (reason === 'on-a-duty') return refusals[reason](await nameDuty(refusal.dutyId))
  if (reason !== 'cuts-a-departure') return refusals[reason]
  return refusals[reason](exactClock(refusal.from), exactClock(refusal.until))
}

async function nameDuty(dutyId: string): Promise<string> {
  const { option, nobody } = translation().messages.office.duties
  const duty = await findDuty(dutyId)
  if (!duty) return ''
  const names = await listStaffNames(duty.driverId ? [duty.driverId] : [])
  return option(timesOf(duty), names.get(duty.driverId ?? '') ?? nobody)
}
