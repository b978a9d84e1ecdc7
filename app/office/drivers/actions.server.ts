import { sayWhoChanged } from '#app/components/office/who-changed.server.ts'
import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { DRIVER_LANGUAGES } from '#modules/fleet/driver.ts'
import {
  addAbsence,
  removeAbsence,
  saveDriver,
  type AbsenceOutcome,
} from '#modules/fleet/drivers.server.ts'
import { findMember } from '#modules/staff/people/list-members.server.ts'
import * as paths from '#paths'
import { oneLine } from '#platform/text/lines.ts'
import { readPhone } from '#platform/text/phone.ts'
import { readDate } from '#platform/typed-time.ts'

/** Saves languages, telephone and licence. */
export async function save(press: Press) {
  const { form } = press
  const asked = await askedOf(press)
  const { refusals } = translation().messages.office.drivers
  const typed = oneLine(textIn(form, 'phone'))
  const phone = typed === '' ? null : readPhone(typed)
  if (phone === undefined) {
    return refused([{ fieldId: 'phone', sentence: refusals['phone-wrong'] }], form)
  }
  const licenceUntil = readDate(textIn(form, 'licence')) ?? null
  if (!licenceUntil && textIn(form, 'licence') !== '') {
    return refused([{ fieldId: 'licence', sentence: refusals['date-wrong'] }], form)
  }
  const languages = DRIVER_LANGUAGES.filter((one) => textIn(form, `language-${one}`) === 'yes')
  const details = { languages, phone, licenceUntil }
  return answer(press, 'phone', await saveDriver({ ...asked, details }))
}

/** Adds an absence. */
export async function absent(press: Press) {
  const { form } = press
  const asked = await askedOf(press)
  const [fromOn, untilOn] = ['from', 'until'].map((name) => readDate(textIn(form, name)))
  if (!fromOn || !untilOn) {
    const sentence = translation().messages.office.drivers.refusals['date-wrong']
    return refused([{ fieldId: fromOn ? 'until' : 'from', sentence }], form)
  }
  return answer(press, 'until', await addAbsence({ ...asked, fromOn, untilOn }))
}

/** Takes an absence back. */
export async function back(press: Press) {
  const asked = await askedOf(press)
  const absenceId = textIn(press.form, 'absence')
  return answer(press, 'absences', await removeAbsence({ ...asked, absenceId }))
}

/** A 404 for anybody who is no driver of the company. */
async function askedOf({ params, seen, by, now }: Press) {
  const staffId = params['id'] ?? ''
  const member = await findMember(staffId, now)
  if (!member?.roles.includes('driver')) throw notFound()
  return { staffId, seen, by, now }
}

async function answer({ form, params }: Press, fieldId: string, outcome: AbsenceOutcome) {
  if (outcome.ok) return done(paths.officeDriver(params['id'] ?? ''))
  const { refusals } = translation().messages.office.drivers
  const sentence =
    outcome.reason === 'changed-meanwhile'
      ? await sayWhoChanged(outcome.entries, refusals.changed)
      : refusals[outcome.reason]
  return refused([{ fieldId, sentence }], form)
}
