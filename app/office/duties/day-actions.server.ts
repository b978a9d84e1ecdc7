import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { addDuty, addToDuty } from '#modules/fleet/change-duty.server.ts'
import { copyDuties } from '#modules/fleet/copy-duties.server.ts'
import { listDriverIds } from '#modules/staff/people/list-members.server.ts'
import * as paths from '#paths'
import { readDate, readLocalMoment } from '#platform/typed-time.ts'

import { refuse } from './refusal.server.ts'

/** Adds a duty without departures. */
export async function add(press: Press) {
  const { form, by, now } = press
  const serviceDate = dayIn(form)
  const read = await readDriverAndTimes(press)
  if (!read.ok) return read.answer
  const { driverId, startsAt, endsAt } = read
  const outcome = await addDuty({ serviceDate, driverId, startsAt, endsAt, by, now })
  return outcome.ok
    ? done(paths.officeDuty(outcome.dutyId))
    : refuse(outcome, { form, fieldId: 'ends-at' })
}

/** Puts a departure on the duty that was chosen in its line. */
export async function assignOnDay({ form, by, now }: Press) {
  const day = dayIn(form).toString()
  const departureId = textIn(form, 'departure')
  const outcome = await addToDuty({ dutyId: textIn(form, 'duty'), departureId, by, now })
  return outcome.ok
    ? done(paths.officeDuties(`day=${day}`))
    : refuse(outcome, { form, fieldId: `assign-${departureId}` })
}

/** Copies the duties of the day that was pressed. */
export async function copy({ form, by, now }: Press) {
  const to = dayIn(form)
  const from = readDate(textIn(form, 'from'))
  if (!from) throw notFound()
  const driverIds = await listDriverIds()
  const outcome = await copyDuties({ from, to, driverIds, by, now })
  return outcome.ok
    ? done(paths.officeDuties(`day=${to.toString()}`))
    : refuse(outcome, { form, fieldId: 'copy' })
}

/** The day of the page; each of its forms has it. */
function dayIn(form: FormData): Temporal.PlainDate {
  const day = readDate(textIn(form, 'day'))
  if (!day) throw notFound()
  return day
}

/** The fields that the forms of a new duty and of a known one have in common. */
export async function readDriverAndTimes({ form }: Press, present?: string | null) {
  const { refusals } = translation().messages.office.duties
  const say = (fieldId: string, sentence: string) =>
    ({ ok: false, answer: refused([{ fieldId, sentence }], form) }) as const
  const driverId = textIn(form, 'driver') || null
  const isKnown = driverId === null || driverId === present
  if (!isKnown && !(await listDriverIds()).includes(driverId)) {
    return say('driver', refusals['no-such-driver'])
  }
  const startsAt = readLocalMoment(textIn(form, 'starts-at'))
  if (!startsAt) return say('starts-at', refusals['time-wrong'])
  const endsAt = readLocalMoment(textIn(form, 'ends-at'))
  if (!endsAt) return say('ends-at', refusals['time-wrong'])
  return { ok: true, driverId, startsAt, endsAt } as const
}
