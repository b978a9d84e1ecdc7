import { partyOf } from '#modules/fares/passengers.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import type { RouteTimetable } from '#modules/timetable/list-timetables.server.ts'
import * as paths from '#paths'
import { dateInCyprus, inCyprus } from '#platform/time.ts'

import type { SoldTrip } from './bus-trips.tsx'

const MOST = 3
const ONE_ADULT = partyOf({ adult: 1 })

/** The next departures of a route that one adult can buy now, from its first stop that sells. */
export async function listSoldTrips(timetable: RouteTimetable, now: Temporal.Instant) {
  const [fare] = timetable.fares
  if (!fare) return undefined
  const [from, to] = [fare.fromStopId, fare.toStopId].map((stopId) =>
    timetable.stops.find((stop) => stop.stopId === stopId),
  )
  if (!from || !to) return undefined

  const asked = { fromStopIds: [from.stopId], toStopIds: [to.stopId], now }
  const trips = await findOpen(asked, dateInCyprus(now), timetable.routeId)
  return trips.length === 0 ? undefined : { from: placeOf(from), to: placeOf(to), trips }
}

type Asked = { fromStopIds: string[]; toStopIds: string[]; now: Temporal.Instant }

/**
 * Only of the first day that has any: the last bus of an evening must not hide those of the next
 * morning.
 */
async function findOpen(
  asked: Asked,
  date: Temporal.PlainDate,
  routeId: string,
  isFirst = true,
): Promise<SoldTrip[]> {
  const places = { seats: 1, wheelchairPlaces: 0 }
  const found = await findOffers({ ...asked, date, passengers: ONE_ADULT, places })
  const offers = found.found === 'departures' ? found.offers : []
  const open = offers
    .filter((offer) => offer.routeId === routeId)
    .flatMap(({ rides }) => rides.filter(({ state }) => state === 'open'))
  if (open.length > 0) return open.slice(0, MOST).map((ride) => toTrip(ride, asked, date))
  if (!isFirst) return []

  const next = found.found === 'none-this-day' ? found.nextDate : date.add({ days: 1 })
  return next ? findOpen(asked, next, routeId, false) : []
}

type OpenRide = { departsAt: Temporal.Instant; arrivesAt: Temporal.Instant; total: number }

function toTrip(ride: OpenRide, { fromStopIds, toStopIds }: Asked, date: Temporal.PlainDate) {
  const query = new URLSearchParams({
    from: fromStopIds.join(),
    to: toStopIds.join(),
    date: date.toString(),
  })
  return {
    departsAt: forMachines(ride.departsAt),
    arrivesAt: forMachines(ride.arrivesAt),
    price: (ride.total / 100).toFixed(2),
    saleEndsAt: forMachines(saleClosesAt(ride.departsAt)),
    to: paths.bookNow(query),
  }
}

/** With the offset of Cyprus on that day. */
function forMachines(moment: Temporal.Instant): string {
  return inCyprus(moment).toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

function placeOf({ name, latitude, longitude }: RouteTimetable['from']) {
  return { name, latitude, longitude }
}
