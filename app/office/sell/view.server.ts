import { optionsOf } from '#app/components/journey/place-options.ts'
import { isRefused, readQuery, writeQuery, type Query } from '#app/components/journey/query.ts'
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
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { ChosenDeparture, DepartureRow, SellView, SoldView } from './view.ts'

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
  const rides = isAnswerable ? await listRides(query, stops, now) : null
  const till = await findOwnTill(staffId)
  return {
    search: {
      from: query.from,
      to: query.to,
      date: query.date.toString(),
      passengers: query.passengers,
      wheelchairs: query.wheelchairUsers,
      places: optionsOf(places),
      remarks: [...remarks, ...refused].map(({ sentence }) => sentence),
    },
    departures: rides && (await toRows(rides, query)),
    chosen: rides && (await toChosen(rides, query)),
    isTillOpen: till !== undefined,
    sold: await showSold(search, now),
  }
}

type Ride = OfferedRide & { departureId: string }
type Stops = { fromStopIds: readonly string[]; toStopIds: readonly string[] }

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

async function toRows(rides: Ride[], query: Query): Promise<DepartureRow[]> {
  const { locale, messages } = translation()
  const nameOf = await namesOf(rides)
  return rides.map((ride) => {
    const { departureId, fromStopId, toStopId, departsAt, arrivesAt, seatsLeft, total } = ride
    const outbound = { departureId, fromStopId, toStopId }
    const chosen = writeQuery({ ...query, outbound, outboundAt: null })
    return {
      key: `${departureId} ${fromStopId} ${toStopId}`,
      departs: clockTime(departsAt),
      arrives: clockTime(arrivesAt),
      ride: messages.office.find.ride(nameOf(fromStopId), nameOf(toStopId)),
      seatsLeft,
      price: formatEuros(total, locale),
      why: whyNot(ride),
      href: `${localePath(locale, paths.officeSell(chosen))}#customer`,
    }
  })
}

function whyNot({ state, seatsLeft }: Ride): string | null {
  const { bookNow, office } = translation().messages
  const { states } = bookNow.board
  if (state === 'open') return null
  if (state === 'closed-by-us') return office.sell.closedByUs
  return state === 'not-enough-seats' ? states[state](seatsLeft) : states[state]
}

async function toChosen(rides: Ride[], { outbound }: Query): Promise<ChosenDeparture | null> {
  const { locale, messages } = translation()
  const ride = rides.find(
    ({ departureId, fromStopId, toStopId, state }) =>
      state === 'open' &&
      departureId === outbound?.departureId &&
      fromStopId === outbound.fromStopId &&
      toStopId === outbound.toStopId,
  )
  if (!ride) return null
  const { departureId, fromStopId, toStopId, departsAt, total } = ride
  const nameOf = await namesOf([ride])
  const title = messages.office.find.ride(nameOf(fromStopId), nameOf(toStopId))
  const when = dateAndTime(departsAt, locale)
  return { departureId, fromStopId, toStopId, ride: title, when, total }
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
