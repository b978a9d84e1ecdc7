import { readToldReason } from '#app/components/office/read-told-reason.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused } from '#app/office/act.server.ts'
import {
  retimeDepartures,
  type RetimeOutcome,
} from '#modules/incidents/times/retime-departures.server.ts'
import * as paths from '#paths'

import { readAsked } from './view.server.ts'

/** Takes over the new times of the departures in the form, unless they are no longer what it showed. */
export const differencesAction = officeAction('/office/differences', {
  async retime({ form, by, now }) {
    const words = translation().messages.office.differences
    const reason = textIn(form, 'reason').trim()
    if (reason === '') return refused([{ fieldId: 'reason', sentence: words.noReason }], form)
    const told = readToldReason(form)
    if (!told.ok) return refused([told.problem], form)
    const outcome = await retimeDepartures({
      departureIds: readAsked(form),
      reason,
      toldReason: told.toldReason,
      version: textIn(form, 'version'),
      by,
      now,
    })
    if (outcome.ok) return done(paths.officeIncident(outcome.incidentId))
    return refused([{ fieldId: 'reason', sentence: explain(outcome) }], form)
  },
})

function explain(refusal: Extract<RetimeOutcome, { ok: false }>): string {
  const { refusals } = translation().messages.office.differences
  if (refusal.reason === 'too-many') return refusals['too-many'](refusal.most)
  if (refusal.reason === 'none-to-retime') return refusals['none-to-retime']
  const { departures, bookings } = refusal.quote.counts
  return refusals['quote-changed'](departures, bookings)
}
