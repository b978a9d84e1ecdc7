import {
  findChoiceIn,
  findChoiceOf,
  type Choice,
} from '#modules/incidents/choices/choices.server.ts'
import { findStopIncident } from '#modules/incidents/incident/find-stop-incident.server.ts'
import type { StopKind } from '#modules/incidents/incident/incident-states.ts'
import type { OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { MailContent } from '#modules/notifications/compose-letters.server.ts'
import { findRideMailData } from '#modules/notifications/find-change.server.ts'
import { stopReopenedMail } from '#modules/notifications/letters/as-booked.ts'
import { stopClosedMail, stopMovedMail } from '#modules/notifications/letters/stops.ts'
import { aboutOrder, alone, isToCome, told } from '#modules/notifications/order-letters.server.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import { placeOnMap } from '#modules/timetable/map-address.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Locale } from '#platform/locale.ts'

import { mailChoice } from './mailed-choice.server.ts'

/** The letters about stops that are closed, moved, or served after all. */
export const STOP_LETTERS: Record<StopKind | 'stop-reopened', WriteLetter> = {
  'stop-closed': aboutOrder((...about) => writeStop('stop-closed', ...about)),
  'stop-moved': aboutOrder((...about) => writeStop('stop-moved', ...about)),
  'stop-reopened': aboutOrder(writeReopened),
}

/**
 * Undefined once the passengers have answered, or their stop is served as usual. A mail of the release before does
 * not say which incident it tells of, so it is the newest.
 */
async function writeStop(
  kind: StopKind,
  order: Order,
  { bookingId: id, incidentId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const bookingId = told(id)
  const ride = await findRideMailData(order, bookingId, now)
  const choice = incidentId
    ? await findChoiceIn(db, { incidentId, bookingId })
    : await findChoiceOf(db, bookingId, kind)
  if (ride?.departureStatus !== 'planned' || !choice?.isOpen || choice.state !== 'told') {
    return undefined
  }
  const about = await describeStop(order.locale, choice)
  const reason = choice.toldReason?.[order.locale]
  const data = { ...ride, ...about, reason, choice: await mailChoice(order.locale, choice) }
  return alone(kind === 'stop-closed' ? stopClosedMail(data) : stopMovedMail(data))
}

async function describeStop(locale: Locale, { incidentId, fromStopId }: Choice) {
  const incident = await findStopIncident(incidentId)
  invariant(incident, 'the incident of a stop has one')
  const { stopId, place } = incident
  return {
    stop: (await getStopNames(locale, [stopId]))(stopId).name,
    isBoarding: stopId === fromStopId,
    place: place && { words: place.words[locale], mapUrl: placeOnMap(place) },
  }
}

/** Undefined unless the bus is to come, and serves both stops of the ride at their usual places. */
async function writeReopened(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  if (ride?.departureStatus !== 'planned' || !isToCome(ride, now)) return undefined
  const { from, to } = ride.ticket
  return from.today || to.today ? undefined : alone(stopReopenedMail(ride))
}
