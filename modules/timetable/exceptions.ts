import { startOf } from './periods.ts'
import { isInPattern, runsOn, type RouteRows, type ServiceRow, type TripRow } from './route-rows.ts'
import { clocksGo, momentOf } from './service-time.ts'

/**
 * A date on which a route runs at other times than on the same weekday of other weeks. Times are at
 * its first stop.
 */
export type TimetableException = {
  /** "2027-12-25", the date at the first stop. */
  date: string
  directionId: number
  clocks: 'forward' | 'back' | null
  /** Usual, but not on this date. On the spring night, a time that the clocks skip. */
  notRunning: string[]
  /** Not usual, but on this date. */
  extra: string[]
  /** All times on this date. Empty: there is no bus. */
  running: string[]
  /** The departures whose time occurs twice that night; the bus runs at the first of the two. */
  firstOfTwo: string[]
}

/** When a bus leaves the first stop of a route. */
export type Start = { date: string; time: string; directionId: number }

/**
 * The exceptions of a route from a date on, earliest first.
 *
 * A night on which the clocks change has its trips in services of that one date, at other seconds
 * but the same clock times; a trip removed and added at the same time is no difference. Such a
 * night is listed all the same, since its times need an explanation.
 *
 * @param extras the buses that run beside the timetable
 */
export function exceptionsOf(
  rows: RouteRows,
  from: Temporal.PlainDate,
  extras: readonly Start[] = [],
): TimetableException[] {
  const changed = changesOf(rows)
  const { removed } = changed
  const added = [...changed.added, ...extras]
  const changes = [...removed, ...added].filter(({ date }) => date >= from.toString())
  const days = new Map(changes.map((start) => [`${start.date} ${start.directionId}`, start]))
  return [...days.values()]
    .toSorted((one, other) => compare(one.date + one.directionId, other.date + other.directionId))
    .map(({ date, directionId }) => {
      const isThen = (start: Start) => start.date === date && start.directionId === directionId
      const [out, put] = [removed.filter(isThen).map(time), added.filter(isThen).map(time)]
      const clocks = clocksGo(Temporal.PlainDate.from(date))
      const planned = runningOn(rows, Temporal.PlainDate.from(date))
      const running = new Set([...planned, ...extras].filter(isThen).map(time).toSorted())
      return {
        date,
        directionId,
        clocks,
        notRunning: out.filter((one) => !put.includes(one)).toSorted(),
        extra: put.filter((one) => !out.includes(one)).toSorted(),
        running: [...running],
        firstOfTwo: clocks === 'back' ? [...running].filter(comesTwice) : [],
      }
    })
    .filter(({ clocks, notRunning, extra }) => clocks || notRunning.length > 0 || extra.length > 0)
}

function changesOf({ services, trips }: RouteRows) {
  const tripsOf = Map.groupBy(trips, ({ serviceId }) => serviceId)
  const [removed, added]: [Start[], Start[]] = [[], []]
  for (const service of services) {
    for (const { date, runs } of service.exceptions) {
      for (const trip of tripsOf.get(service.serviceId) ?? []) {
        if (runs) added.push(startOn(date, trip))
        else if (isInPattern(service, date)) removed.push(printedStart(date, trip))
      }
    }
  }
  return { removed, added }
}

/** The start in clock time. */
function startOn(serviceDate: Temporal.PlainDate, trip: TripRow): Start {
  const moment = momentOf(serviceDate, startOf(trip))
  return {
    date: moment.toPlainDate().toString(),
    time: moment.toPlainTime().toString({ smallestUnit: 'minute' }),
    directionId: trip.directionId,
  }
}

/** The start as the timetable prints it, regardless of clock changes. */
function printedStart(serviceDate: Temporal.PlainDate, trip: TripRow): Start {
  const printed = serviceDate.toPlainDateTime().add({ seconds: startOf(trip) })
  return {
    date: printed.toPlainDate().toString(),
    time: printed.toPlainTime().toString({ smallestUnit: 'minute' }),
    directionId: trip.directionId,
  }
}

/** A bus that starts after midnight may belong to the service date before. */
function runningOn({ services, trips }: RouteRows, date: Temporal.PlainDate): Start[] {
  const byId = new Map<string, ServiceRow>(services.map((service) => [service.serviceId, service]))
  return [date.subtract({ days: 1 }), date]
    .flatMap((serviceDate) =>
      trips.flatMap((trip) => {
        const service = byId.get(trip.serviceId)
        return service && runsOn(service, serviceDate) ? [startOn(serviceDate, trip)] : []
      }),
    )
    .filter((start) => start.date === date.toString())
    .toSorted((one, other) => compare(one.time, other.time))
}

/** At 04:00 the clocks go back to 03:00. */
function comesTwice(clock: string): boolean {
  return clock >= '03:00' && clock < '04:00'
}

function time(start: Start): string {
  return start.time
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
