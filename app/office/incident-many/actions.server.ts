import { readToldReason } from '#app/components/office/read-told-reason.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused } from '#app/office/act.server.ts'
import {
  cancelDepartures,
  type ManyOutcome,
} from '#modules/incidents/departures/cancel-departures.server.ts'
import { closeStop } from '#modules/incidents/stops/close-stop.server.ts'
import {
  delayDepartures,
  type DelayManyOutcome,
} from '#modules/incidents/times/delay-departures.server.ts'
import * as paths from '#paths'
import { cents } from '#platform/money.ts'

import { readPlace } from './place.server.ts'
import { ofDelay, ofStop, readSelection } from './selection.ts'

/** Cancels what the address selects, or changes its stop, unless it is no longer what the page showed. */
export const manyAction = officeAction('/office/incidents/new', {
  async 'cancel-many'({ form, by, now, request }) {
    const words = translation().messages.office.incidentMany
    const why = readWhy(form)
    if (!why.ok) return refused([why.problem], form)
    const { reason, toldReason } = why
    const { selection, percent } = readSelection(new URL(request.url).searchParams)
    if (!selection) return refused([{ fieldId: 'stop', sentence: words.incomplete }], form)
    const outcome = await cancelDepartures({
      selection,
      reason,
      toldReason,
      offeredShare: percent / 100,
      shown: shownIn(form),
      by,
      now,
    })
    if (outcome.ok) return done(paths.officeIncident(outcome.incidentId))
    return refused([{ fieldId: 'reason', sentence: explain(outcome) }], form)
  },
  async 'change-stop'({ form, by, now, request }) {
    const words = translation().messages.office.incidentMany
    const why = readWhy(form)
    if (!why.ok) return refused([why.problem], form)
    const { reason, toldReason } = why
    const chosen = readSelection(new URL(request.url).searchParams)
    const selection = ofStop(chosen)
    if (!selection) return refused([{ fieldId: 'stop', sentence: words.noStop }], form)
    const moved = chosen.what === 'move' ? await readPlace(form) : undefined
    if (moved && !moved.ok) return refused([moved.problem], form)
    const place = moved?.place ?? null
    const wish = { selection, place, reason, toldReason, shown: shownIn(form) }
    const outcome = await closeStop({ ...wish, by, now })
    if (outcome.ok) return done(paths.officeIncident(outcome.incidentId))
    return refused([{ fieldId: 'reason', sentence: explain(outcome) }], form)
  },
  async 'late-many'({ form, by, now, request }) {
    const words = translation().messages.office.incidentMany
    const why = readWhy(form)
    if (!why.ok) return refused([why.problem], form)
    const { reason, toldReason } = why
    const { searchParams } = new URL(request.url)
    const delay = ofDelay(readSelection(searchParams))
    if (!delay) return refused([{ fieldId: 'minutes', sentence: words.late.incomplete }], form)
    const passengers = countIn(form, 'passengers')
    const lastReport = countIn(form, 'last-report')
    const shown = { ...shownIn(form), passengers, lastReport }
    const outcome = await delayDepartures({ ...delay, reason, toldReason, shown, by, now })
    if (!outcome.ok) return refused([{ fieldId: 'reason', sentence: explain(outcome) }], form)
    const { incidentId } = outcome
    // Without an incident, the same page: it names what has just been reported.
    return done(
      incidentId ? paths.officeIncident(incidentId) : paths.officeNewIncident(searchParams),
    )
  },
})

/** The reason for the audit, which is needed, and the one that passengers are told. */
function readWhy(form: FormData) {
  const reason = textIn(form, 'reason').trim()
  const sentence = translation().messages.office.incidentMany.noReason
  if (reason === '') return { ok: false, problem: { fieldId: 'reason', sentence } } as const
  const told = readToldReason(form)
  return told.ok ? { ...told, reason } : told
}

/** The figures that the page wrote into its form. */
function shownIn(form: FormData) {
  return {
    departures: countIn(form, 'departures'),
    bookings: countIn(form, 'bookings'),
    paid: cents(countIn(form, 'paid')),
  }
}

type Refusal = Extract<ManyOutcome | DelayManyOutcome, { ok: false }>

function explain(refusal: Refusal): string {
  const { refusals, late } = translation().messages.office.incidentMany
  if (refusal.reason === 'minutes-missing') return late.incomplete
  if (refusal.reason === 'reported-meanwhile') return refusals['reported-meanwhile']
  if (refusal.reason === 'too-many') return refusals['too-many'](refusal.most)
  if (refusal.reason === 'none-chosen') return refusals['none-chosen']
  return refusals['quote-changed'](refusal.quote.departures, refusal.quote.bookings)
}

/** A number that the page wrote into its form; none for what no page sends. */
function countIn(form: FormData, name: string): number {
  const typed = textIn(form, name)
  return /^\d{1,9}$/.test(typed) ? Number(typed) : -1
}
