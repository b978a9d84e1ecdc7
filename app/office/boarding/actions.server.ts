import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, refused, type Press } from '#app/office/act.server.ts'
import { closeBoarding, type CloseOutcome } from '#modules/boarding/counts/close-boarding.server.ts'
import { believe } from '#modules/boarding/package/believe.ts'
import { findEarly, sayEarly } from '#modules/boarding/phone/early.ts'
import { isLatePress } from '#modules/boarding/phone/late-presses.ts'
import { clockOf } from '#modules/boarding/words/words.ts'
import { findDeparture } from '#modules/dispatch/departure.server.ts'
import {
  reportDriversDelay,
  type DriversDelayOutcome,
} from '#modules/incidents/times/report-delay.server.ts'
import * as paths from '#paths'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { UUID } from '#platform/ids.ts'

/** The bus is late from the stop at which it stands, or on time again. A press may have waited for a network. */
export async function reportLate({ form, by, now }: Press) {
  const place = readPlace(form)
  const minutes = readNumber(form, 'minutes')
  const { choose } = translation().messages.office.boarding.refusals
  if (!place || minutes === undefined || !isLatePress(minutes))
    return refused([{ fieldId: 'departures', sentence: choose }], form)
  const { departureId, position } = place
  // The release before sent no number: it knew of no report.
  const lastReport = readNumber(form, 'lastReport') ?? 0
  const report = { departureId, fromPosition: position, minutes, lastReport, by, now }
  const outcome = await reportDriversDelay(report)
  return outcome.ok ? done(backTo(form)) : say(outcome, form)
}

/** The bus leaves a stop: boarding there is over. */
export async function leaveStop({ form, by, now }: Press) {
  const place = readPlace(form)
  const { choose } = translation().messages.office.boarding.refusals
  if (!place) return refused([{ fieldId: 'departures', sentence: choose }], form)
  const at = readMoment(form)
  const early = textIn(form, 'early') ? undefined : await findTooEarly({ ...place, at, now })
  if (early) return refused([{ fieldId: `early-${place.departureId}`, sentence: early }], form)
  const outcome = await closeBoarding({ ...place, at, by, now })
  return outcome.ok ? done(backTo(form)) : say(outcome, form)
}

type Leaving = NonNullable<ReturnType<typeof readPlace>> & {
  at: number | undefined
  now: Temporal.Instant
}

/**
 * The question for a driver who leaves too early, and has not said so. A phone asks itself; it may not have heard of
 * a delay that others reported, so of its presses only those before the timetable are too early.
 */
async function findTooEarly({ departureId, position, at, now }: Leaving) {
  const departure = await findDeparture(departureId)
  const call = departure?.calls.find((one) => one.position === position)
  if (!call) return undefined
  const due = { departsAt: call.departsAt.epochMilliseconds, delay: at ? 0 : call.delay }
  const early = findEarly(due, believe(at ?? now.epochMilliseconds, now).epochMilliseconds)
  const { phone, refusals } = translation().messages.office.boarding
  return early && refusals.early(sayEarly(early, phone.early, clockOf))
}

/** A whole number that a page sends; undefined for anything else. */
function readNumber(form: FormData, name: string): number | undefined {
  const typed = textIn(form, name)
  return /^\d{1,15}$/.test(typed) ? Number(typed) : undefined
}

function readPlace(form: FormData) {
  const [departureId, position] = [textIn(form, 'departure'), textIn(form, 'position')]
  const isPlace = UUID.test(departureId) && /^\d{1,3}$/.test(position)
  return isPlace ? { departureId, position: Number(position) } : undefined
}

/** When the driver pressed; undefined from a page without script, which sends at once. */
function readMoment(form: FormData): number | undefined {
  const text = textIn(form, 'at')
  return /^\d{1,13}$/.test(text) ? Number(text) : undefined
}

/** The list from which the form was sent. */
function backTo(form: FormData): string {
  const chosen = { stop: textIn(form, 'stop'), day: textIn(form, 'day') }
  return paths.officeBoarding(new URLSearchParams(chosen))
}

type Refusal = Exclude<DriversDelayOutcome | CloseOutcome, { ok: true }>

function say(refusal: Refusal, form: FormData) {
  return refused([{ fieldId: 'departures', sentence: inWords(refusal) }], form)
}

function inWords(refusal: Refusal): string {
  const { locale, messages } = translation()
  const { refusals } = messages.office.boarding
  if (refusal.reason === 'reported-meanwhile') return refusals[refusal.reason](refusal.minutes)
  if (refusal.reason === 'boarding-not-open') {
    return refusals[refusal.reason](dateAndTime(refusal.opensAt, locale))
  }
  if (refusal.reason === 'reopened-since') {
    return refusals[refusal.reason](exactClock(refusal.reopenedAt))
  }
  return refusals[refusal.reason]
}
