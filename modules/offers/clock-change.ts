import { inCyprus, TIME_ZONE } from '#platform/time.ts'

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

/**
 * The time zones of a journey's two ends, on nights when they matter: the clocks change during the
 * journey, or show one of its times twice. Undefined on all other days.
 */
export function clockLabels(
  departsAt: Temporal.Instant,
  arrivesAt: Temporal.Instant,
): { departs: ClockLabel; arrives: ClockLabel } | undefined {
  const [departs, arrives] = [inCyprus(departsAt), inCyprus(arrivesAt)]
  const changes = departs.offset !== arrives.offset
  if (!changes && !comesTwice(departs) && !comesTwice(arrives)) return undefined
  return { departs: labelOf(departs), arrives: labelOf(arrives) }
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
