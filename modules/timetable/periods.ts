import type { CallRow, RouteRows, ServiceRow, TripRow } from './route-rows.ts'
import { printedTime, type PrintedTime } from './service-time.ts'
import { mergeStops, stopOf, visitsOf } from './stop-order.ts'

/** The times of a route that are valid from one date to another. Strings and numbers, for pages. */
export type Period = {
  periodName: string
  /** "2027-03-28" */
  validFrom: string
  validUntil: string
  state: 'active' | 'inactive' | 'coming'
  /** For each weekday (Monday = 1) the first and last departure from the first stop; null: none. */
  spans: { weekday: number; first: string | null; last: string | null }[]
  tables: DayTable[]
}

/** The runs in one direction on weekdays with the same runs, earliest first. */
export type DayTable = {
  directionId: number
  weekdays: number[]
  stopIds: string[]
  /** A time per stop, in the order of the stops; null if the run does not call there. */
  runs: { tripId: string; times: (PrintedTime | null)[] }[]
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** The periods of a route, earliest first. Services of single dates are exceptions, not periods. */
export function periodsOf({ services, trips }: RouteRows, on: Temporal.PlainDate): Period[] {
  const weekly = services.filter(({ weekdays }) => weekdays.length > 0)
  const byPeriod = Map.groupBy(weekly, ({ validFrom, validUntil, periodName }) =>
    [validFrom, validUntil, periodName].join(' '),
  )
  return [...byPeriod]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, ofPeriod]) => {
      const [first] = ofPeriod
      return first ? [toPeriod(first, ofPeriod, trips, on)] : []
    })
}

function toPeriod(
  { periodName, validFrom, validUntil }: ServiceRow,
  services: readonly ServiceRow[],
  trips: readonly TripRow[],
  on: Temporal.PlainDate,
): Period {
  const byWeekday = WEEKDAYS.map((weekday) => {
    const running = new Set(
      services.filter(({ weekdays }) => weekdays.includes(weekday)).map((one) => one.serviceId),
    )
    return {
      weekday,
      trips: trips.filter(({ serviceId }) => running.has(serviceId)).toSorted(byStart),
    }
  })
  return {
    periodName,
    validFrom: validFrom.toString(),
    validUntil: validUntil.toString(),
    state: stateOn(on, validFrom, validUntil),
    spans: byWeekday.map((day) => ({
      weekday: day.weekday,
      first: day.trips[0] ? printedTime(startOf(day.trips[0])).time : null,
      last: day.trips.at(-1) ? printedTime(startOf(day.trips.at(-1))).time : null,
    })),
    tables: tablesOf(byWeekday),
  }
}

function stateOn(on: Temporal.PlainDate, from: Temporal.PlainDate, until: Temporal.PlainDate) {
  if (Temporal.PlainDate.compare(until, on) < 0) return 'inactive'
  return Temporal.PlainDate.compare(from, on) > 0 ? 'coming' : 'active'
}

function tablesOf(byWeekday: readonly { weekday: number; trips: TripRow[] }[]): DayTable[] {
  const directions = [...new Set(byWeekday.flatMap(({ trips }) => trips.map((t) => t.directionId)))]
  return directions
    .toSorted((one, other) => one - other)
    .flatMap((directionId) => {
      const days = byWeekday.map(({ weekday, trips }) => ({
        weekday,
        trips: trips.filter((trip) => trip.directionId === directionId),
      }))
      const alike = Map.groupBy(days, ({ trips }) => trips.map(({ tripId }) => tripId).join('\n'))
      return [...alike.values()].flatMap((same) => {
        const trips = same[0]?.trips ?? []
        const weekdays = same.map(({ weekday }) => weekday)
        return trips.length === 0 ? [] : [toTable(directionId, weekdays, trips)]
      })
    })
}

function toTable(directionId: number, weekdays: number[], trips: readonly TripRow[]): DayTable {
  const visits = mergeStops(trips.map(({ calls }) => visitsOf(calls)))
  const runs = trips.map(({ tripId, calls }) => {
    const times = new Map(visitsOf(calls).map((visit, place) => [visit, timeAt(calls, place)]))
    return { tripId, times: visits.map((visit) => times.get(visit) ?? null) }
  })
  return { directionId, weekdays, stopIds: visits.map(stopOf), runs }
}

/** The departure from a stop; at the last stop, the arrival. */
function timeAt(calls: readonly CallRow[], place: number): PrintedTime | null {
  const call = calls[place]
  if (!call) return null
  const isLast = place === calls.length - 1
  return printedTime(isLast ? call.arrivesSeconds : call.departsSeconds)
}

export function startOf(trip: TripRow | undefined): number {
  return trip?.calls[0]?.departsSeconds ?? 0
}

function byStart(one: TripRow, other: TripRow): number {
  return startOf(one) - startOf(other)
}
