import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import { askPassengers } from '#modules/incidents/ask-passengers.server.ts'
import { choose, type Wish } from '#modules/incidents/choose.server.ts'
import { findOpenIncident } from '#modules/incidents/incidents.server.ts'
import { openSmallerBuses } from '#modules/incidents/smaller-bus.server.ts'
import { quoteAsking } from '#modules/incidents/too-full.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import type { Journey } from './journey.ts'

/** Presses a button of the newest choice of the traveller, if their bus was cancelled. */
async function press(journey: Journey, choiceOf: (offerId: string) => Wish['choice']) {
  const choice = await db
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .leftJoin('incidentOffers', 'incidentOffers.bookingId', 'incidentBookings.bookingId')
    .select(['token', 'offerId'])
    .where('visitor', '=', journey.visitor)
    .orderBy('toldAt', 'desc')
    .orderBy('rank')
    .executeTakeFirst()
  if (!choice) return undefined
  const chosen = choiceOf(choice.offerId ?? '')
  return choose({ token: choice.token, choice: chosen, by: TRAVELLER, now: now() })
}

/** One seat is left on a bus, and its passengers are asked. */
export async function bringSmallerBus(departureId: string): Promise<unknown> {
  const wanted = { seats: 1, wheelchairPlaces: 0 }
  const outcome = await changePlaces({ departureId, wanted, by: ADMIN, now: now() })
  await openSmallerBuses(now())
  const incidentId = await findOpenIncident(departureId, db, 'smaller-bus')
  if (!incidentId) return outcome
  return askPassengers({
    incidentId,
    shown: await quoteAsking(departureId),
    by: ADMIN,
    now: now(),
  })
}

export function takeOfferedBus(journey: Journey): Promise<unknown> {
  return press(journey, (offerId) => ({ kind: 'move', offerId }))
}

export function takeMoneyInstead(journey: Journey): Promise<unknown> {
  return press(journey, () => ({ kind: 'refund' }))
}
