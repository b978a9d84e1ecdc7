import { readShown } from '#app/http/change-answer.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { done, officeAction } from '#app/office/act.server.ts'
import {
  cancelDeparture,
  quoteCancelDeparture,
} from '#modules/incidents/cancel-departure.server.ts'
import type { Concerned } from '#modules/incidents/concerned.server.ts'
import { findOpenIncident } from '#modules/incidents/incidents.server.ts'
import * as paths from '#paths'

import { refuse } from './refusal.server.ts'
import { makeDepartureView } from './view.server.ts'

export type CancelView = {
  departureId: string
  seen: number
  title: string
  time: string
  date: string
  concerned: Concerned
}

/** The effect of cancelling a departure now; a 404 for an unknown id. */
export async function makeCancelView(
  departureId: string,
  now: Temporal.Instant,
): Promise<CancelView> {
  const { seen, title, time, date } = await makeDepartureView(departureId, now)
  const concerned = await quoteCancelDeparture(departureId)
  return { departureId, seen, title, time, date, concerned }
}

/** Cancels the departure, unless its bookings are no longer those that the page named. */
export const cancelAction = officeAction('/office/departures/:id/cancel', {
  async cancel({ form, params, by, seen, now }) {
    const departureId = params['id'] ?? ''
    const at = { form, fieldId: 'reason', departureId }
    const reason = textIn(form, 'reason').trim()
    if (reason === '') return refuse({ reason: 'reason-missing' }, at)
    const shown = {
      bookings: Number(textIn(form, 'bookings')),
      paid: readShown(textIn(form, 'paid')),
    }
    const outcome = await cancelDeparture({ departureId, by, reason, seen, shown, now })
    if (!outcome.ok) return refuse(outcome, at)
    const incidentId = await findOpenIncident(departureId)
    return done(incidentId ? paths.officeIncident(incidentId) : paths.officeDeparture(departureId))
  },
})
