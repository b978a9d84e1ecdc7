import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { closeBoarding, type CloseOutcome } from '#modules/boarding/close-boarding.server.ts'
import { reportDelay, type DelayOutcome } from '#modules/incidents/report-delay.server.ts'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'
import { UUID } from '#platform/ids.ts'

/** The delays that a driver reports with one press. */
export const LATE_MINUTES = [10, 20, 30] as const

/** The bus is late from the stop at which it stands. */
export async function reportLate({ form, by, now }: Press) {
  const place = readPlace(form)
  const minutes = LATE_MINUTES.find((one) => String(one) === textIn(form, 'minutes'))
  const { choose } = translation().messages.office.boarding.refusals
  if (!place || !minutes) return refused([{ fieldId: 'departures', sentence: choose }], form)
  const { departureId, position } = place
  const outcome = await reportDelay({ departureId, fromPosition: position, minutes, by, now })
  return outcome.ok ? done(backTo(form)) : say(outcome, form)
}

/** The bus leaves a stop: boarding there is over. */
export async function leaveStop({ form, by, now }: Press) {
  const place = readPlace(form)
  const { choose } = translation().messages.office.boarding.refusals
  if (!place) return refused([{ fieldId: 'departures', sentence: choose }], form)
  const outcome = await closeBoarding({ ...place, by, now })
  return outcome.ok ? done(backTo(form)) : say(outcome, form)
}

function readPlace(form: FormData) {
  const [departureId, position] = [textIn(form, 'departure'), textIn(form, 'position')]
  const isPlace = UUID.test(departureId) && /^\d{1,3}$/.test(position)
  return isPlace ? { departureId, position: Number(position) } : undefined
}

/** The list from which the form was sent. */
function backTo(form: FormData): string {
  const chosen = { stop: textIn(form, 'stop'), day: textIn(form, 'day') }
  return paths.officeBoarding(new URLSearchParams(chosen))
}

type Refusal = Exclude<DelayOutcome | CloseOutcome, { ok: true }>

function say(refusal: Refusal, form: FormData) {
  const { locale, messages } = translation()
  const { refusals } = messages.office.boarding
  const sentence =
    refusal.reason === 'boarding-not-open'
      ? refusals[refusal.reason](dateAndTime(refusal.opensAt, locale))
      : refusals[refusal.reason]
  return refused([{ fieldId: 'departures', sentence }], form)
}
