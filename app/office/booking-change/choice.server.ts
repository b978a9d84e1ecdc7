import { readChoice, readParty, writeChoice } from '#app/components/journey/ride-choice.ts'
import { translation } from '#app/i18n/translation.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import type { OfferedRide } from '#modules/offers/offer.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { longDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus } from '#platform/time.ts'
import { readDate } from '#platform/typed-time.ts'

import { addressOf, type Changing } from './changing.server.ts'
import type { DepartureView, SearchView } from './view.ts'

/** The chosen departure, its stops and the party; undefined while none is chosen. */
export function readWanted({
  item,
  search,
}: Pick<Changing, 'item' | 'search'>): RideWish | undefined {
  return readChoice(search, item)
}

export async function showSearch(changing: Changing): Promise<SearchView> {
  const { locale } = translation()
  const { from, to, date, passengers, wheelchairUsers } = readSearch(changing)
  const stops = [...(await getStops(locale)).values()]
  return {
    from,
    to,
    date: date.toString(),
    today: dateInCyprus(changing.now).toString(),
    dayInWords: longDate(date, locale),
    stops: stops
      .map(({ stopId, name }) => ({ stopId, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name, locale)),
    passengers,
    wheelchairUsers,
  }
}

/** The journey searched for: the present one, unless the query says otherwise. */
function readSearch({ item, search, now }: Changing) {
  const today = dateInCyprus(now)
  const own = dateInCyprus(item.departsAt)
  const date = readDate(search.get('date')) ?? own
  return {
    ...readParty(search, item),
    from: search.get('from') || item.from.stopId,
    to: search.get('to') || item.to.stopId,
    date: Temporal.PlainDate.compare(date, today) < 0 ? today : date,
  }
}

/** The departures that have not left: also those closed for buyers, which an overrule can use. */
const CHOOSABLE: ReadonlySet<OfferedRide['state']> = new Set([
  'open',
  'closed',
  'closed-by-us',
  'wheelchair-notice-too-short',
])

export async function listDepartures(changing: Changing): Promise<DepartureView[]> {
  const { item, now } = changing
  const { from, to, date, passengers, wheelchairUsers } = readSearch(changing)
  const places = placesFor(passengers, wheelchairUsers)
  const stops = { fromStopIds: [from], toStopIds: [to] }
  const answer = await findOffers({ ...stops, date, passengers, places, now })
  if (answer.found !== 'departures') return []
  const party = { passengers, wheelchairUsers }
  return answer.offers.flatMap(({ departureId, rides }) =>
    rides.flatMap((ride) => {
      const isSameBus =
        departureId === item.departureId && from === item.from.stopId && to === item.to.stopId
      // The holder's own seats count as taken, and are free for this change.
      if (!isSameBus && !CHOOSABLE.has(ride.state)) return []
      return [showDeparture(ride, { ...party, departureId, isSameBus, changing })]
    }),
  )
}

type Shown = Pick<RideWish, 'departureId' | 'passengers' | 'wheelchairUsers'> & {
  isSameBus: boolean
  changing: Changing
}

function showDeparture(
  ride: OfferedRide,
  { departureId, isSameBus, changing, ...party }: Shown,
): DepartureView {
  const { fromStopId, toStopId } = ride
  const stops = { from: { stopId: fromStopId }, to: { stopId: toStopId } }
  const query = writeChoice({ departureId, ...stops, ...party })
  return {
    departureId,
    time: `${exactClock(ride.departsAt)} – ${exactClock(ride.arrivesAt)}`,
    seatsLeft: ride.seatsLeft,
    spacesLeft: ride.wheelchairPlacesLeft,
    total: ride.total,
    address: addressOf(changing, query),
    isSameBus,
  }
}
