import { choose, type Wish } from '#modules/incidents/choose.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

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

export function takeOfferedBus(journey: Journey): Promise<unknown> {
  return press(journey, (offerId) => ({ kind: 'move', offerId }))
}

export function takeMoneyInstead(journey: Journey): Promise<unknown> {
  return press(journey, () => ({ kind: 'refund' }))
}
