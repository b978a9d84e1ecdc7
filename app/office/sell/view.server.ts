import { withChoice, type Direction } from '#app/components/journey/links.ts'
import { optionsOf } from '#app/components/journey/place-options.ts'
import {
  isRefused,
  readQuery,
  writeQuery,
  type Query,
  type RideChoice,
} from '#app/components/journey/query.ts'
import { resolve, toFormProblem, toRemark } from '#app/components/journey/view.server.ts'
import type { Remark } from '#app/components/journey/view.ts'
import { hasMailbox } from '#app/http/visitor-key.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import type { OfferedRide } from '#modules/offers/offer.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import { findOwnTill } from '#modules/payments/till/till.server.ts'
import { findSale } from '#modules/sales/find-sale.server.ts'
import { getStops, listPlaces } from '#modules/timetable/list-places.server.ts'
import * as paths from '#paths'
import { readAmount } from '#platform/amount.ts'
import { longDate } from '#platform/format/dates.ts'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { cents, formatEuros, sum } from '#platform/money.ts'
import { clockTime, dateInCyprus, isBefore } from '#platform/time.ts'

import type { SellView, SoldView, WayView } from './view.ts'

type Asked = { search: URLSearchParams; staffId: string; now: Temporal.Instant }

/** One page for a whole sale: what the address says so far, and what comes next. */
export async function showSell({ search, staffId, now }: Asked): Promise<SellView> {
  const places = await listPlaces(translation().locale)
  const { query: asked, problems } = readQuery(search, dateInCyprus(now))
  const remarks: Remark[] = problems.filter((problem) => !isRefused(problem)).map(toRemark)
  const from = resolve(places, 'from', asked.from, remarks)
  const to = resolve(places, 'to', asked.to, remarks)
  const refused = problems.filter(isRefused).map(toFormProblem)
  const query = { ...asked, from: from?.code ?? '', to: to?.code ?? '' }
  const isAnswerable = from && to && refused.length === 0
  const stops = { fromStopIds: from?.stopIds ?? [], toStopIds: to?.stopIds ?? [] }
  const ways = isAnswerable ? await listWays(query, stops, now) : []
  const till = await findOwnTill(staffId)
  return {
    search: {
      from: query.from,
      to: query.to,
      date: query.date.toString(),
      isReturn: query.trip === 'return',
      returnDate: query.returnDate?.toString() ?? '',
      passengers: query.passengers,
      wheelchairs: query.wheelchairUsers,
      places: optionsOf(places),
      remarks: [...remarks, ...refused].map(({ sentence }) => sentence),
    },
    ways: await Promise.all(ways.map((way) => toView(way, query))),
    chosen: await toChosen(ways, query),
    isTillOpen: till !== undefined,
    sold: await showSold(search, now),
  }
}

type Ride = OfferedRide & { departureId: string }
type Stops = { fromStopIds: readonly string[]; toStopIds: readonly string[] }
type Way = { direction: Direction; date: Temporal.PlainDate; rides: Ride[]; chosen?: Ride }

/** The return is asked for once the outbound ride is chosen, since it cannot leave before its arrival. */
async function listWays(query: Query, stops: Stops, now: Temporal.Instant): Promise<Way[]> {
  const { date, outbound, inbound, returnDate } = query
  const there = await listRides(query, stops, now)
  const out = findChosen(there, outbound)
  const first: Way = { direction: 'outbound', date, rides: there, ...(out && { chosen: out }) }
  if (query.trip === 'one-way' || !returnDate || !out) return [first]

  const swapped = { fromStopIds: stops.toStopIds, toStopIds: stops.fromStopIds }
  const back = await listRides({ ...query, date: returnDate }, swapped, now)
  const rides = back.filter(({ departsAt }) => !isBefore(departsAt, out.arrivesAt))
  const home = findChosen(rides, inbound)
  return [first, { direction: 'inbound', date: returnDate, rides, ...(home && { chosen: home }) }]
}

function findChosen(rides: readonly Ride[], choice: RideChoice | null): Ride | undefined {
  return rides.find(
    ({ departureId, fromStopId, toStopId, state }) =>
      state === 'open' &&
      departureId === choice?.departureId &&
      fromStopId === choice.fromStopId &&
      toStopId === choice.toStopId,
  )
}

/** Every departure that has not left, whether or not it can be sold. */
async function listRides(query: Query, stops: Stops, now: Temporal.Instant): Promise<Ride[]> {
  const { date, passengers, wheelchairUsers } = query
  const places = placesFor(passengers, wheelchairUsers)
  const found = await findOffers({ ...stops, date, passengers, places, closing: 'for-staff', now })
  if (found.found !== 'departures') return []
  return found.offers
    .flatMap(({ departureId, rides }) => rides.map((ride) => ({ ...ride, departureId })))
    .filter(({ state }) => state !== 'departed')
}

async function toView({ direction, date, rides, chosen }: Way, query: Query): Promise<WayView> {
  const { locale, messages } = translation()
  const nameOf = await namesOf(rides)
  const next = direction === 'outbound' && query.trip === 'return' ? '#inbound' : '#customer'
  const departures = rides.map((ride) => {
    const { departureId, fromStopId, toStopId, departsAt, arrivesAt, seatsLeft, total } = ride
    const choice = { departureId, fromStopId, toStopId }
    const address = paths.officeSell(writeQuery(withChoice(query, direction, choice)))
    return {
      key: `${departureId} ${fromStopId} ${toStopId}`,
      departs: clockTime(departsAt),
      arrives: clockTime(arrivesAt),
      ride: messages.office.find.ride(nameOf(fromStopId), nameOf(toStopId)),
      seatsLeft,
      price: formatEuros(total, locale),
      isChosen: ride === chosen,
      why: whyNot(ride),
      href: localePath(locale, address) + next,
    }
  })
  return { direction, date: longDate(date, locale), departures }
}

function whyNot({ state, seatsLeft }: Ride): string | null {
  const { bookNow, office } = translation().messages
  const { states } = bookNow.board
  if (state === 'open') return null
  if (state === 'closed-by-us') return office.sell.closedByUs
  return state === 'not-enough-seats' ? states[state](seatsLeft) : states[state]
}

async function toChosen(ways: readonly Way[], query: Query): Promise<SellView['chosen']> {
  const { locale, messages } = translation()
  const rides = ways.flatMap(({ chosen }) => chosen ?? [])
  if (rides.length < (query.trip === 'return' ? 2 : 1)) return null
  const nameOf = await namesOf(rides)
  return {
    rides: rides.map(({ departureId, fromStopId, toStopId, departsAt }) => {
      const ride = messages.office.find.ride(nameOf(fromStopId), nameOf(toStopId))
      return { departureId, fromStopId, toStopId, ride, when: dateAndTime(departsAt, locale) }
    }),
    total: sum(rides.map(({ total }) => total)),
  }
}

async function namesOf(rides: readonly Ride[]) {
  const stopIds = rides.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const stops = await getStops(translation().locale, stopIds)
  return (stopId: string) => stops.get(stopId)?.shortName ?? stopId
}

/** The result of a sale, by `?sold=<reference>&given=<cash>`. */
async function showSold(search: URLSearchParams, now: Temporal.Instant): Promise<SoldView | null> {
  const { locale } = translation()
  const sale = await findSale(search.get('sold') ?? '', locale, now)
  if (!sale) return null
  const given = readAmount(search.get('given') ?? '')
  const { reference, orderId, state, payBy, total, hasEmail, isByLink, tickets } = sale
  return {
    reference,
    orderId,
    state,
    payBy: exactClock(payBy),
    total,
    hasEmail,
    change: given === undefined ? null : cents(given - total),
    tickets: tickets.map(({ number }) => number),
    isInMailbox: isByLink && state === 'waiting' && hasMailbox(),
  }
}
