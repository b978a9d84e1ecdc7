import {
  problemAt,
  readToldReason,
  readTyped,
} from '#app/components/office/read-told-reason.server.ts'
import { readShown } from '#app/http/change-answer.server.ts'
import { notFound } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { explainChoice } from '#app/i18n/choice-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused, type Press } from '#app/office/act.server.ts'
import { askPassengers } from '#modules/incidents/departures/ask-passengers.server.ts'
import { reviveDepartures } from '#modules/incidents/departures/revive-departures.server.ts'
import { CALL_OUTCOMES } from '#modules/incidents/incident/incident-states.ts'
import { recordCall, takeCall, type CallOutcome } from '#modules/incidents/office/calls.server.ts'
import { changeReason } from '#modules/incidents/office/change-reason.server.ts'
import { closeIncident } from '#modules/incidents/office/close-incident.server.ts'
import { reopenStop } from '#modules/incidents/stops/reopen-stop.server.ts'
import * as paths from '#paths'
import { UUID } from '#platform/ids.ts'
import { oneLine } from '#platform/text/lines.ts'

/** The acts on the page of an incident. */
export const incidentAction = officeAction('/office/incidents/:id', {
  async take(press) {
    const { form, by, now } = press
    const outcome = await takeCall({ ...idsOf(press), by, now })
    const { refusals } = translation().messages.office.incidents
    if (outcome.ok) return done(paths.officeIncident(idsOf(press).incidentId))
    return refused([{ fieldId: 'calls', sentence: refusals[outcome.reason] }], form)
  },
  async called(press) {
    const { form, by, now } = press
    const typed = textIn(form, 'outcome')
    const outcome = CALL_OUTCOMES.find((one) => one === typed) ?? 'no-answer'
    const recorded = await recordCall({ ...idsOf(press), by, outcome, now })
    if (recorded.ok) return done(paths.officeIncident(idsOf(press).incidentId))
    return refused([{ fieldId: 'calls', sentence: explainCall(recorded) }], form)
  },
  async ask(press) {
    const { form, by, now } = press
    const { incidentId } = idsOf(press)
    const shown = {
      bookings: Number(textIn(form, 'bookings')),
      paid: readShown(textIn(form, 'paid')),
    }
    const told = readToldReason(form)
    if (!told.ok) return refused([told.problem], form)
    const { toldReason } = told
    const outcome = await askPassengers({ incidentId, shown, toldReason, by, now })
    if (outcome.ok) return done(paths.officeIncident(incidentId))
    if (outcome.reason === 'no-such-incident') throw notFound()
    const { refusals } = translation().messages.office.incidents
    return refused([{ fieldId: 'ask', sentence: refusals[outcome.reason] }], form)
  },
  async 'change-reason'(press) {
    const { form, by, now } = press
    const { incidentId } = idsOf(press)
    const [typed, shown] = [readTyped(form), textIn(form, 'shown')]
    const outcome = await changeReason({ incidentId, typed, shown, by, now })
    if (outcome.ok) return done(paths.officeIncident(incidentId))
    if (outcome.reason === 'no-such-incident') throw notFound()
    if ('locale' in outcome) return refused([problemAt(outcome)], form)
    const { refusals } = translation().messages.office.incidents.toldReason
    return refused([{ fieldId: 'told-reason', sentence: refusals[outcome.reason] }], form)
  },
  async reopen(press) {
    const { form, by, now } = press
    const { incidentId } = idsOf(press)
    const typed = textIn(form, 'departure')
    const departureId = UUID.test(typed) ? typed : undefined
    const outcome = await reopenStop({ incidentId, departureId, by, now })
    if (outcome.ok) return done(paths.officeIncident(incidentId))
    if (outcome.reason === 'no-such-incident') throw notFound()
    const { refusals } = translation().messages.office.incidents
    return refused([{ fieldId: 'reopen', sentence: refusals[outcome.reason] }], form)
  },
  async revive(press) {
    const { form, by, now } = press
    const { incidentId } = idsOf(press)
    const from = textIn(form, 'from')
    const outcome = await reviveDepartures({
      incidentId,
      fromId: from === 'all' ? undefined : idIn(from),
      reason: oneLine(textIn(form, 'reason')).slice(0, 200),
      shown: {
        departures: Number(textIn(form, 'departures')),
        bookings: Number(textIn(form, 'bookings')),
      },
      by,
      now,
    })
    if (outcome.ok) return done(paths.officeIncident(incidentId))
    const { refusals } = translation().messages.office.incidents
    return refused([{ fieldId: 'revive', sentence: refusals[outcome.reason] }], form)
  },
  async close(press) {
    const { form, by, now } = press
    const { incidentId } = idsOf(press)
    const outcome = await closeIncident({ incidentId, by, now })
    if (outcome.ok) return done(paths.officeIncident(incidentId))
    if (outcome.reason === 'no-such-incident') throw notFound()
    const { refusals } = translation().messages.office.incidents
    if (outcome.reason === 'closed-already') {
      return refused([{ fieldId: 'calls', sentence: refusals[outcome.reason] }], form)
    }
    const sentence =
      outcome.reason === 'too-full' || outcome.reason === 'still-late'
        ? refusals[outcome.reason]
        : refusals['not-decided'](outcome.open, outcome.toCall)
    return refused([{ fieldId: 'close', sentence }], form)
  },
})

/** The database would report another text as a fault; this id names nothing. */
const NOTHING = '00000000-0000-4000-8000-000000000000'

function idsOf({ params, form }: Press): { incidentId: string; bookingId: string } {
  return { incidentId: idIn(params['id']), bookingId: idIn(textIn(form, 'booking')) }
}

function idIn(text = ''): string {
  return UUID.test(text) ? text : NOTHING
}

function explainCall(refusal: Extract<CallOutcome, { ok: false }>): string {
  const { refusals } = translation().messages.office.incidents
  if (refusal.reason === 'not-taken') return refusals['not-taken']
  if (refusal.reason === 'choice-over') return refusals['choice-over']
  return explainChoice(refusal)
}
