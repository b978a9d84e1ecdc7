import { startOfDay } from '#platform/time.ts'

/** A bus may call after the end of its service date, and before its beginning on a night on which clocks change. */
const DAYS_AROUND = 1

/** Moments between which every call of these service dates is, so that an index by time finds them. */
export function spanOfDates(
  first: Temporal.PlainDate,
  last = first,
): { since: Temporal.Instant; until: Temporal.Instant } {
  return {
    since: startOfDay(first.subtract({ days: DAYS_AROUND })),
    until: startOfDay(last.add({ days: 1 + DAYS_AROUND })),
  }
}
