import { translation } from '#app/i18n/translation.ts'
import type { Leg } from '#app/ui/load-bar.tsx'
import type { Tone } from '#app/ui/notice.tsx'
import { delayAt, type DelayReport } from '#modules/dispatch/delay.ts'
import { listDelays } from '#modules/dispatch/delays.server.ts'
import type { ListedDeparture } from '#modules/seats/list-departures.server.ts'
import { listLegLoads, type LegLoad } from '#modules/seats/list-loads.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

/** A departure as a line of a list. */
export type DepartureRow = {
  departureId: string
  /** Planned, from the first stop: "13:30". */
  time: string
  date: string
  /** Minutes at the first stop; below zero if it is early. */
  late: number
  /** "+20 min, 13:50"; null if it is on time. */
  expected: string | null
  routeName: string
  way: string
  legs: Leg[]
  /** "38/50", for the fullest leg. */
  label: string
  states: { text: string; tone: Tone }[]
  /** The bus runs, and has not left its first stop. */
  isToLeave: boolean
  /** The edge of the line: the first state that needs attention. */
  tone: Tone | undefined
}

/** The lines of a list of departures, with a bar for each leg. */
export async function toDepartureRows(
  departures: readonly ListedDeparture[],
  now: Temporal.Instant,
): Promise<DepartureRow[]> {
  const { locale } = translation()
  const ids = departures.map(({ departureId }) => departureId)
  const stopIds = departures.flatMap(({ firstStopId, lastStopId }) => [firstStopId, lastStopId])
  const [loads, delays, stops, routes] = await Promise.all([
    listLegLoads(ids, now),
    listDelays(ids),
    getStops(locale, stopIds),
    listRouteNames(locale),
  ])
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return departures.map((departure) => {
    const { departureId, routeId, departsAt } = departure
    const { wantedSeats, seats, taken } = departure
    const words = translation().messages.office.departures
    const wanted = wantedSeats ?? seats
    const late = delayAt(delays.get(departureId) ?? [], 0)
    const states = statesOf(departure, { late, reports: delays.get(departureId), now })
    const expectedAt = exactClock(departsAt.add({ minutes: late }))
    return {
      departureId,
      time: exactClock(departsAt),
      date: shortDate(dateInCyprus(departsAt), locale),
      late,
      expected: late === 0 ? null : words.expected(late, expectedAt),
      routeName: routes.find((route) => route.routeId === routeId)?.code ?? routeId,
      way: words.way(nameOf(departure.firstStopId), nameOf(departure.lastStopId)),
      legs: (loads.get(departureId) ?? []).map((leg) => toLeg(leg, wanted, nameOf)),
      label: taken > wanted ? words.tooMany(taken, wanted) : words.ofSeats(taken, wanted),
      states,
      isToLeave: departure.status === 'planned' && !hasLeft(departure, late, now),
      tone: states.find(({ tone }) => tone === 'danger' || tone === 'warning')?.tone,
    }
  })
}

/** One bar; the part beyond the wanted capacity is marked as too many. */
export function toLeg(leg: LegLoad, wanted: number, nameOf: (stopId: string) => string): Leg {
  const { fromStopId, toStopId, position, seatsSold: sold } = leg
  const held = leg.seatsHeld + leg.seatsLeased + leg.seatsBlocked
  const words = translation().messages.office.departures
  const text = words.leg({
    from: nameOf(fromStopId),
    to: nameOf(toStopId),
    sold,
    held,
    seats: wanted,
  })
  return { key: String(position), sold, held, capacity: wanted, text }
}

type Circumstances = {
  /** Minutes at the first stop. */
  late: number
  reports: readonly DelayReport[] | undefined
  now: Temporal.Instant
}

/** The states of a departure in a word or two, the worst first. */
export function statesOf(
  departure: Pick<ListedDeparture, 'origin' | 'status' | 'closedBecause' | 'departsAt'>,
  { late, reports = [], now }: Circumstances,
): DepartureRow['states'] {
  const { states } = translation().messages.office.departures
  const { origin, status, closedBecause, departsAt } = departure
  if (status === 'cancelled') return [{ text: states.cancelled, tone: 'danger' }]
  if (status === 'withdrawn') return [{ text: states.withdrawn, tone: 'warning' }]
  const minutes = reports[0]?.minutes ?? 0
  return [
    ...(closedBecause === 'over-full'
      ? [{ text: states['over-full'], tone: 'danger' } as const]
      : []),
    ...(closedBecause === 'by-hand' ? [{ text: states.closed, tone: 'warning' } as const] : []),
    ...(minutes > 0 ? [{ text: states.late, tone: 'warning' } as const] : []),
    ...(minutes < 0 ? [{ text: states.early, tone: 'warning' } as const] : []),
    ...(origin === 'timetable' ? [] : [{ text: states[origin], tone: 'info' } as const]),
    ...(hasLeft({ departsAt }, late, now) ? [{ text: states.left, tone: 'info' } as const] : []),
  ]
}

function hasLeft(
  { departsAt }: Pick<ListedDeparture, 'departsAt'>,
  late: number,
  now: Temporal.Instant,
): boolean {
  return !isBefore(now, departsAt.add({ minutes: late }))
}
