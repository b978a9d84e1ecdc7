import { nightOf } from '#platform/format/moments.ts'
import { clockTime, inCyprus, TIME_ZONE } from '#platform/time.ts'

/** Summer time (UTC+3) and winter time (UTC+2), as Eastern Europe calls them. */
export type ClockLabel = 'EEST' | 'EET'

const SUMMER_OFFSET = '+03:00'

/**
 * Whether the clocks of Cyprus show this time at all. In the spring night they jump from 03:00 to
 * 04:00, and a departure at 03:30 does not run: it is not moved to another time.
 */
export function existsInCyprus(time: Temporal.PlainDateTime): boolean {
  return time.toZonedDateTime(TIME_ZONE).toPlainDateTime().equals(time)
}

/** The times of a journey as clocks in Cyprus show them, in every language. */
export type RideClocks = {
  /** "08:30" */
  departs: string
  arrives: string
  /** Only on nights when they matter. */
  zones: { departs: ClockLabel; arrives: ClockLabel } | undefined
  /** The two dates of its night, if it leaves between midnight and four. */
  night: ReturnType<typeof nightOf>
}

export function clocksOf(departsAt: Temporal.Instant, arrivesAt: Temporal.Instant): RideClocks {
  return {
    departs: clockTime(departsAt),
    arrives: clockTime(arrivesAt),
    zones: clockLabels(departsAt, arrivesAt),
    night: nightOf(departsAt),
  }
}

/**
 * The time zones of a journey's two ends, on nights when they matter: the clocks change during the
 * journey, or show one of its times twice. Undefined on all other days.
 */
export function clockLabels(
  departsAt: Temporal.Instant,
  arrivesAt: Temporal.Instant,
): RideClocks['zones'] {
  const halfYear = halfYearOf(departsAt)
  if (isWithin(departsAt, halfYear) && isWithin(arrivesAt, halfYear)) return undefined
  const [departs, arrives] = [inCyprus(departsAt), inCyprus(arrivesAt)]
  const changes = departs.offset !== arrives.offset
  if (!changes && !comesTwice(departs) && !comesTwice(arrives)) return undefined
  return { departs: labelOf(departs), arrives: labelOf(arrives) }
}

const HOUR_MILLISECONDS = 3_600_000

/** Between two clock changes, less an hour at each end, since those hours come twice. */
type HalfYear = { from: number; until: number }

/** The half-year of the last search: a full day asks forty times for the same one. */
let last: HalfYear = { from: 0, until: 0 }

function isWithin({ epochMilliseconds }: Temporal.Instant, { from, until }: HalfYear): boolean {
  return epochMilliseconds > from && epochMilliseconds < until
}

function halfYearOf(moment: Temporal.Instant): HalfYear {
  if (isWithin(moment, last)) return last
  const [before, after] = (['previous', 'next'] as const).map((way) =>
    inCyprus(moment).getTimeZoneTransition(way),
  )
  if (before && after) {
    const from = before.epochMilliseconds + HOUR_MILLISECONDS
    last = { from, until: after.epochMilliseconds - HOUR_MILLISECONDS }
  }
  return last
}

function comesTwice(moment: Temporal.ZonedDateTime): boolean {
  const time = moment.toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    time.toZonedDateTime(TIME_ZONE, { disambiguation }),
  )
  return existsInCyprus(time) && first?.offset !== second?.offset
}

function labelOf(moment: Temporal.ZonedDateTime): ClockLabel {
  return moment.offset === SUMMER_OFFSET ? 'EEST' : 'EET'
}
