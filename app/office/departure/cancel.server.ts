import { readToldReason } from '#app/components/office/read-told-reason.server.ts'
import { readShown } from '#app/http/change-answer.server.ts'
import { found } from '#app/http/found.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused, type Press } from '#app/office/act.server.ts'
import { findDeparture, isOnRoad, type Departure } from '#modules/dispatch/departure.server.ts'
import {
  breakOff,
  listRidingOn,
  quoteBreakOff,
  type RidingOn,
} from '#modules/incidents/departures/break-off.server.ts'
import {
  cancelDeparture,
  quoteCancelDeparture,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import type { Concerned } from '#modules/incidents/incident/concerned.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import * as paths from '#paths'
import { isBefore } from '#platform/time.ts'

import { refuse } from './refusal.server.ts'
import { makeDepartureView, type DepartureView } from './view.server.ts'

export type CancelView = {
  departureId: string
  seen: number
  title: string
  time: string
  date: string
  concerned: Concerned
  /** People of whom we have no address, in words. */
  toTell: string[]
  /** Null unless the bus is on the road: then it ends before a stop, or never came. */
  road: RoadView | null
}

export type RoadView = {
  /** The first stop that the bus does not reach; 0: it never came. */
  from: number
  /** At which people may board. */
  stops: { position: number; name: string; planned: string }[]
  riding: RidingOn[]
}

/** The effect of cancelling a departure now, or of ending it before a stop; a 404 for an unknown id. */
export async function makeCancelView(
  departureId: string,
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<CancelView> {
  const shown = await makeDepartureView(departureId, now)
  const { seen, title, time, date, stops } = shown
  const view = { departureId, seen, title, time, date, toTell: sayToTell(shown) }
  const departure = found(await findDeparture(departureId))
  if (!isOnRoad(departure, now)) {
    return { ...view, concerned: await quoteCancelDeparture(departureId), road: null }
  }
  const from = positionIn(query, departure) ?? nextPosition(departure, now)
  const [concerned, riding] = await Promise.all([
    quoteBreakOff(departureId, from),
    listRidingOn(departureId, from),
  ])
  const boarded = stops.slice(0, -1).map(({ position, name, planned }) => {
    return { position, name, planned }
  })
  return { ...view, concerned, road: { from, stops: boarded, riding } }
}

/** Those whom no email reaches: people on blocked seats, and who ordered a charter. */
function sayToTell({ blocks, extra }: DepartureView): string[] {
  const words = translation().messages.office.departure
  return [
    ...blocks.map(({ seats, reason }) => words.blocks.cancelled(seats, reason)),
    ...(extra?.orderedBy ? [words.extra.cancelled(extra.orderedBy)] : []),
  ]
}

function positionIn(query: URLSearchParams, { calls }: Departure): number | undefined {
  const asked = query.get('from')
  return calls.slice(0, -1).find(({ position }) => String(position) === asked)?.position
}

/** The next stop by the clock; the last one at which anybody boards if all have passed. */
function nextPosition({ calls }: Departure, now: Temporal.Instant): number {
  const boarded = calls.slice(0, -1)
  const next = boarded.find(({ departsAt, delay }) =>
    isBefore(now, departsAt.add({ minutes: delay })),
  )
  return (next ?? boarded.at(-1) ?? calls[0]).position
}

/**
 * Cancels the departure, or ends it before a stop, unless its bookings are no longer those that the
 * page named.
 */
export const cancelAction = officeAction('/office/departures/:id/cancel', {
  async cancel(press) {
    const { form, params } = press
    const departureId = params['id'] ?? ''
    const at = { form, fieldId: 'reason', departureId }
    const reason = textIn(form, 'reason').trim()
    if (reason === '') return refuse({ reason: 'reason-missing' }, at)
    const told = readToldReason(form)
    if (!told.ok) return refused([told.problem], form)
    const { toldReason } = told
    const outcome = await cancelOrEnd(press, { departureId, reason, toldReason })
    if (!outcome.ok) return refuse(outcome, at)
    const incidentId = await findOpenIncident(departureId)
    return done(incidentId ? paths.officeIncident(incidentId) : paths.officeDeparture(departureId))
  },
})

type About = { departureId: string; reason: string; toldReason: ToldReason | null }

function cancelOrEnd({ form, by, seen, now }: Press, about: About) {
  const shown = {
    bookings: Number(textIn(form, 'bookings')),
    paid: readShown(textIn(form, 'paid')),
  }
  const wish = { ...about, by, seen, shown, now }
  const from = textIn(form, 'from')
  return from === '' ? cancelDeparture(wish) : breakOff({ ...wish, fromPosition: Number(from) })
}
