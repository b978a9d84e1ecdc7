import { findOffers } from '#modules/offers/find-offers.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import type { Closing } from '#modules/rules/deadlines.ts'
import { now } from '#platform/clock.server.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import type { Trip } from './story.ts'

type Party = Pick<RideWish, 'passengers' | 'wheelchairUsers'>

/**
 * The first bus after a moment that has room for the party, on that day or the next, or else the last
 * before it. `closing`: staff sell until the bus leaves.
 */
export async function findRide(
  party: Party,
  { from, to, leavesAfter }: Trip,
  closing: Closing = 'for-buyers',
): Promise<RideWish | undefined> {
  const date = dateInCyprus(leavesAfter)
  const open = [
    ...(await listOpen(party, { from, to, date, closing })),
    ...(await listOpen(party, { from, to, date: date.add({ days: 1 }), closing })),
  ]
  const chosen = open.find(({ departsAt }) => !isBefore(departsAt, leavesAfter)) ?? open.at(-1)
  return chosen && { ...chosen.ride, ...party }
}

type Day = {
  from: string
  to: string
  date: Temporal.PlainDate
  closing: Closing
}

async function listOpen({ passengers, wheelchairUsers }: Party, { from, to, date, closing }: Day) {
  const found = await findOffers({
    fromStopIds: [from],
    toStopIds: [to],
    date,
    passengers,
    places: placesFor(passengers, wheelchairUsers),
    closing,
    now: now(),
  })
  if (found.found !== 'departures') return []
  return found.offers.flatMap(({ departureId, rides }) =>
    rides
      .filter(({ state }) => state === 'open')
      .map(({ fromStopId, toStopId, departsAt }) => {
        return { departsAt, ride: { departureId, fromStopId, toStopId } }
      }),
  )
}
