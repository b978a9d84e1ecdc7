import { writeChoice } from '#app/components/journey/ride-choice.ts'
import { translation } from '#app/i18n/translation.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import type { OfferedRide } from '#modules/offers/offer.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import type { OrderItem } from '#modules/orders/self-service/find-order.server.ts'
import * as paths from '#paths'
import { shortDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import type { OtherBusView } from './view.ts'

/** The number of buses shown at once; the others are one tap further. */
const MAX_BUSES = 3
/** Searched on the day of travel and on the day after it. */
const DAYS = 2

/** The next buses with room, for passengers of a cancelled bus, each one tap away. */
export async function listOtherBuses(
  item: OrderItem,
  manageId: string,
  now: Temporal.Instant,
): Promise<OtherBusView[]> {
  const since = isBefore(item.departsAt, now) ? now : item.departsAt
  const stops = { fromStopIds: [item.from.stopId], toStopIds: [item.to.stopId] }
  const { passengers, wheelchairUsers, bookingId } = item
  const places = placesFor(passengers, wheelchairUsers)
  const found: { departureId: string; ride: OfferedRide }[] = []
  for (let days = 0; days < DAYS && found.length < MAX_BUSES; days++) {
    const date = dateInCyprus(since).add({ days })
    const answer = await findOffers({ ...stops, date, passengers, places, now })
    if (answer.found !== 'departures') continue
    for (const { departureId, rides } of answer.offers) {
      const ride = rides.find(({ state, departsAt }) => {
        return state === 'open' && !isBefore(departsAt, since)
      })
      if (ride) found.push({ departureId, ride })
    }
  }
  return found.slice(0, MAX_BUSES).map(({ departureId, ride }) => {
    const { locale } = translation()
    const query = writeChoice({ ...item, departureId })
    return {
      key: departureId,
      date: shortDate(dateInCyprus(ride.departsAt), locale),
      times: [ride.departsAt, ride.arrivesAt].map(exactClock).join(' – '),
      path: paths.changeRide(manageId, bookingId, query),
    }
  })
}
