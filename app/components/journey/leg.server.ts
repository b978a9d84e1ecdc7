import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { countDays, type DayCount } from '#modules/offers/count-days.server.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import type { Offer, OfferedRide, OffersFound } from '#modules/offers/offer.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import { dayAndMonth, longDate, shortWeekday } from '#platform/format/dates.ts'
import { inCyprus, isBefore } from '#platform/time.ts'

import { findChosen, isNamedBy, type Choosing } from './choice.server.ts'
import { addressOf, nameOf, withChoice, withDate, type Direction } from './links.ts'
import { showNight, toRide } from './offer-view.server.ts'
import type { Query } from './query.ts'
import type { DayView, DepartureGroup, LegSituation, LegView, NextDay, RideView } from './view.ts'

type Asked = Choosing & { from: Place; to: Place }

/** One direction of a journey: the departures of its day, and the chosen one. */
export async function makeLeg(
  asked: Asked,
): Promise<{ leg: LegView; ride: OfferedRide | undefined }> {
  const { direction, query, from, to, now } = asked
  const { locale } = translation()
  const date = dateOf(query, direction)
  const { passengers, wheelchairUsers } = query
  const stops = { fromStopIds: from.stopIds, toStopIds: to.stopIds }
  const [found, days] = await Promise.all([
    findOffers({ ...stops, date, passengers, places: placesFor(passengers, wheelchairUsers), now }),
    countDays({ ...stops, date, now }),
  ])
  const chosen = found.found === 'departures' ? await findChosen(found.offers, asked) : undefined
  const hasDays = found.found !== 'no-direct-service' && found.found !== 'same-place'
  const leg = {
    direction,
    from: nameOf(from),
    to: nameOf(to),
    date: longDate(date, locale),
    party: chosen ? '' : partyText(passengers, wheelchairUsers),
    address: addressOf(withChoice(query, direction, null), undefined, asked.page),
    implied: asked.page ? null : { from: from.code, to: to.code },
    nextPart: goesOnToParty(query, direction) ? ('party' as const) : ('inbound' as const),
    days: hasDays && !chosen ? daysOf(days, date, asked) : [],
    situation: chosen ? null : toSituation(found, days, date, asked),
    chosen: chosen?.view ?? null,
  }
  return { leg, ride: chosen?.ride }
}

/** After the outbound ride comes the return, if there is one left to choose. */
function goesOnToParty({ trip, inbound }: Query, direction: Direction): boolean {
  return direction === 'inbound' || trip === 'one-way' || inbound !== null
}

/** The day of a direction; a return without a date is asked for its date before any search. */
function dateOf({ date, returnDate }: Query, direction: Direction): Temporal.PlainDate {
  return direction === 'outbound' ? date : (returnDate ?? date)
}

function toSituation(
  found: OffersFound,
  days: readonly DayCount[],
  date: Temporal.PlainDate,
  asked: Asked,
): LegSituation {
  const onDay = (day: Temporal.PlainDate): NextDay => toNextDay(day, asked)
  if (found.found === 'departures') {
    const next = days.find((day) => day.departures > 0 && isAfter(day.date, date))
    return { ...toBoard(found, asked), next: next ? onDay(next.date) : null }
  }
  if (found.found === 'none-this-day') {
    const notRunning = found.notRunning.map(({ time }) => minutesOf(time))
    const next = found.nextDate && onDay(found.nextDate)
    return { found: found.found, next, notRunning, isReduced: found.reduced }
  }
  if (found.found === 'no-direct-service') {
    return { found: found.found, changes: toChanges(found.viaStopIds, asked) }
  }
  if (found.found === 'not-published') {
    return { found: found.found, until: found.publishedUntil && onDay(found.publishedUntil) }
  }
  return found.found === 'past' ? { found: 'past', today: onDay(found.today) } : found
}

/** A departure, and its rides as they are shown. */
type Row = { offer: Offer; rides: RideView[] }

type Departures = Extract<OffersFound, { found: 'departures' }>

/** Opens at the first departure from the requested time; earlier ones are one click away. */
function toBoard({ offers, notRunning, reduced }: Departures, asked: Asked) {
  const rows = offers.map((offer) => ({ offer, rides: toRides(offer, asked) }))
  const isEarlier = ({ offer }: Row) => offer.rides.every((ride) => isOver(ride, asked))
  const byTime = Map.groupBy(rows, isEarlier)
  const [main, earlier] = [byTime.get(false) ?? [], byTime.get(true) ?? []]
  return {
    found: 'departures' as const,
    groups: inGroups(main),
    earlier: inGroups(earlier),
    notRunning: notRunning.map(({ time }) => minutesOf(time)),
    isReduced: reduced,
    over: main.some(isOpen) ? null : sayOver(earlier.some(isOpen), asked),
  }
}

function isOpen({ rides }: Row): boolean {
  return rides.some(({ state }) => state === 'open')
}

/** A visitor who searched from a late time may still take an earlier bus. */
function sayOver(isOpenEarlier: boolean, { query }: Asked): string {
  const { over, overAfter } = translation().messages.bookNow.situations
  return isOpenEarlier && query.time ? overAfter(minutesOf(query.time)) : over
}

function isOver({ departsAt, state }: OfferedRide, { query, direction, after }: Asked): boolean {
  if (state === 'departed' || state === 'closed') return true
  if (direction === 'inbound') return after !== undefined && isBefore(departsAt, after)
  if (query.time === null) return false
  return Temporal.PlainTime.compare(inCyprus(departsAt).toPlainTime(), query.time) < 0
}

function toRides({ departureId, rides }: Offer, asked: Asked): RideView[] {
  const { places, after } = asked
  const isNamed = rides.some((ride) => isNamedBy(ride, asked))
  return rides.map((ride) => {
    const isTooEarly = after !== undefined && isBefore(ride.departsAt, after)
    return {
      ...toRide(ride, departureId, places),
      ...(isTooEarly && { state: 'before-arrival' }),
      ...(isNamed && { isNamed }),
    }
  })
}

function inGroups(rows: readonly Row[]): DepartureGroup[] {
  const byNight = Map.groupBy(rows, ({ offer }) => {
    const night = offer.rides[0] && showNight(offer.rides[0])
    return night ? JSON.stringify(night) : ''
  })
  return [...byNight].map(([night, group]) => ({
    night: night === '' ? null : (JSON.parse(night) as DepartureGroup['night']),
    rides: group.flatMap(({ rides }) => rides),
  }))
}

/** Two separate tickets, each with its own search. */
function toChanges(
  viaStopIds: readonly string[],
  { query, from, to, places, direction, page }: Asked,
) {
  const alone: Query = { ...query, trip: 'one-way', outbound: null, inbound: null }
  const date = dateOf(query, direction)
  return viaStopIds.flatMap((stopId) => {
    const via = places.find(({ code }) => code === stopId)
    if (!via) return []
    const first = addressOf({ ...alone, date, from: from.code, to: via.code }, undefined, page)
    const second = addressOf({ ...alone, date, from: via.code, to: to.code }, undefined, page)
    return [{ via: nameOf(via), first, second }]
  })
}

/** For a return, only days from the outbound date on. */
function daysOf(days: readonly DayCount[], shown: Temporal.PlainDate, asked: Asked): DayView[] {
  const first = asked.direction === 'inbound' ? asked.query.date : undefined
  return days.filter(({ date }) => !first || !isAfter(first, date)).map((day) => toDay(day, shown))
}

function toDay({ date, departures }: DayCount, shown: Temporal.PlainDate): DayView {
  const { locale } = translation()
  return {
    date: date.toString(),
    weekday: shortWeekday(date, locale),
    label: dayAndMonth(date, locale),
    departures,
    ...(date.equals(shown) && { isShown: true }),
  }
}

function toNextDay(date: Temporal.PlainDate, { query, direction, page }: Asked): NextDay {
  const { locale } = translation()
  const href = addressOf({ ...withDate(query, direction, date), time: null }, direction, page)
  return { label: longDate(date, locale), href }
}

function minutesOf(time: Temporal.PlainTime): string {
  return time.toString({ smallestUnit: 'minute' })
}

function isAfter(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0
}
