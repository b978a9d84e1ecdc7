import { readKey, writeKey } from '#app/components/office/page-key.ts'
import { translation } from '#app/i18n/translation.ts'
import { quoteMany } from '#modules/incidents/departures/cancel-departures.server.ts'
import {
  listConcernedBookings,
  listConcernedDepartures,
  MAX_DEPARTURES,
  type ConcernedBooking,
  type ConcernedDeparture,
  type Selection,
} from '#modules/incidents/incident/concerned.server.ts'
import { listStopsOf, quoteStop } from '#modules/incidents/stops/close-stop.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { longDate, shortDate } from '#platform/format/dates.ts'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'

import { planLate } from './late.server.ts'
import { ofDelay, ofStop, readSelection, type Chosen } from './selection.ts'
import type { BookingRow, Check, LeftOut, ManyView } from './view.ts'

const ROWS = 50

/** The form, and what it would concern, as its address says. */
export async function showMany(query: URLSearchParams, now: Temporal.Instant): Promise<ManyView> {
  const { locale } = translation()
  const [stops, routes] = await Promise.all([getStops(locale), listRouteNames(locale)])
  const { selection, ...chosen } = readSelection(query)
  const named = [...stops.values()].map(({ stopId, name }) => ({ stopId, name }))
  return {
    stops: named.toSorted((one, other) => one.name.localeCompare(other.name, locale)),
    routes: routes.map(({ routeId, code, name }) => ({ routeId, name: `${code} ${name}` })),
    chosen: { ...chosen, day: chosen.day || dateInCyprus(now).toString() },
    window: selection ? describeWindow(selection) : null,
    check: selection
      ? await makeCheck(selection, {
          after: readKey(query.get('after'), ['departsAt', 'bookingId']),
          chosen: { ...chosen, selection },
          now,
        })
      : null,
    isIncomplete: query.has('day') && !selection,
  }
}

/** The time of one departure at the stop, the date of a whole day, or both ends. */
function describeWindow({ departureId, since, until }: Selection): string {
  const { locale } = translation()
  const day = dateInCyprus(since)
  const isWholeDay = since.equals(startOfDay(day)) && until.equals(startOfDay(day.add({ days: 1 })))
  if (departureId) return dateAndTime(since, locale)
  return isWholeDay ? longDate(day, locale) : `${dateAndTime(since, locale)} – ${exactClock(until)}`
}

type Page = {
  after: ReturnType<typeof readKey<'departsAt', 'bookingId'>>
  chosen: Chosen
  now: Temporal.Instant
}

async function makeCheck(selection: Selection, { after, chosen, now }: Page): Promise<Check> {
  const stopId = ofStop(chosen)?.stopId
  const delay = ofDelay(chosen)
  const isClosed = chosen.what === 'close'
  const found = await listConcernedDepartures(selection, { now })
  const matching = found.slice(0, MAX_DEPARTURES)
  const planned = delay && (await planLate(matching, { ...delay, now }))
  const departures = planned?.departures ?? matching
  const ids = departures.map(({ departureId }) => departureId)
  const [{ paid, ...counts }, bookings, nameOf, without] = await Promise.all([
    planned ? planned.quote : stopId ? quoteStop(ids, { stopId, isClosed }) : quoteMany(ids),
    listConcernedBookings(ids, {
      after,
      most: ROWS + 1,
      stopId,
      isOfferedToo: isClosed || (!planned && !stopId),
      ...(planned && { where: planned.where }),
    }),
    nameDepartures(),
    listLeftOut(selection, now),
  ])
  const shown = bookings.slice(0, ROWS)
  const last = shown.at(-1)
  return {
    departures: departures.map((one) => {
      const { departureId, bookings: ofOne, passengers } = one
      const late = planned?.late.get(departureId)
      const row = { ...nameOf(one), departureId, bookings: ofOne, passengers }
      return late ? { ...row, late: { ...late, from: nameOf.stop(late.fromStopId) } } : row
    }),
    // Other late buses still run, so which one is the last of the day says nothing.
    bookings: shown.map((one) => toRow(planned ? { ...one, isLastBus: false } : one)),
    next: last && bookings.length > ROWS ? writeKey(last.departsAt, last.bookingId) : null,
    counts,
    paid,
    already: (planned?.already ?? []).map((one) => toLeftOut(one, nameOf)),
    without: without.map((one) => toLeftOut(one, nameOf)),
    lastReport: planned?.lastReport ?? 0,
    isTooMany: found.length > MAX_DEPARTURES,
    most: MAX_DEPARTURES,
    others: stopId ? await listOtherStops(ids, stopId) : [],
  }
}

/** Departures that match, and that a person left out. */
async function listLeftOut(selection: Selection, now: Temporal.Instant) {
  const { withoutIds = [] } = selection
  if (withoutIds.length === 0) return []
  const matching = await listConcernedDepartures({ ...selection, withoutIds: [] }, { now })
  return matching.filter(({ departureId }) => withoutIds.includes(departureId))
}

/** The other stops of these departures, by name. */
async function listOtherStops(departureIds: readonly string[], stopId: string) {
  const { locale } = translation()
  const [stops, stopIds] = await Promise.all([getStops(locale), listStopsOf(departureIds)])
  return stopIds
    .filter((other) => other !== stopId)
    .map((other) => ({ stopId: other, name: stops.get(other)?.name ?? other }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

type NameOf = Awaited<ReturnType<typeof nameDepartures>>

/** The names of departures and of stops, in the language of the page. */
async function nameDepartures() {
  const { locale, messages } = translation()
  const [stops, routes] = await Promise.all([getStops(locale), listRouteNames(locale)])
  const stop = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  const codes = new Map(routes.map(({ routeId, code }) => [routeId, code]))
  const nameOf = ({ routeId, firstStopId, lastStopId, departsAt }: ConcernedDeparture) => {
    const way = messages.office.departures.way(stop(firstStopId), stop(lastStopId))
    const leaves = `${shortDate(dateInCyprus(departsAt), locale)}, ${exactClock(departsAt)}`
    return { leaves, journey: `${codes.get(routeId) ?? routeId} ${way}` }
  }
  return Object.assign(nameOf, { stop })
}

function toLeftOut(departure: ConcernedDeparture, nameOf: NameOf): LeftOut {
  const { leaves, journey } = nameOf(departure)
  return { departureId: departure.departureId, title: `${leaves}, ${journey}` }
}

function toRow(booking: ConcernedBooking): BookingRow {
  const { incidentMany: words, incidents } = translation().messages.office
  const { bookingId, reference, name, departsAt, people, wheelchairs, infants } = booking
  const needs = [
    wheelchairs > 0 && words.needs.wheelchairs(wheelchairs),
    infants > 0 && words.needs.infants(infants),
    booking.isLastBus && words.needs.lastBus,
    booking.hasOnwardRide && words.needs.onward,
    booking.isOffered && words.needs.offered,
  ]
  return {
    bookingId,
    reference,
    name: name ?? '–',
    leaves: exactClock(departsAt),
    people,
    needs: needs.filter(Boolean).join(', ') || '–',
    mail: booking.hasNoMail ? incidents.noMail : incidents.hasMail,
    phone: booking.hasPhone ? words.known : words.notKnown,
    total: cents(booking.totalCents),
  }
}
