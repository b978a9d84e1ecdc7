import { readDate } from '#platform/typed-time.ts'

/** The days of a report, both included. `month` is set if they are exactly a month: "2026-11". */
export type Period = {
  from: Temporal.PlainDate
  until: Temporal.PlainDate
  month: Temporal.PlainYearMonth | null
}

/** A year and a day, so that a leap year fits. */
const MAX_DAYS = 366

/**
 * Reads `?month=2026-11`, or `?from=` with `?until=`; a single one of the two is a day. Without
 * either, or if they mean nothing, it is this month. A longer span ends after a year.
 */
export function readPeriod(query: URLSearchParams, today: Temporal.PlainDate): Period {
  const from = readDate(query.get('from') ?? query.get('until'))
  const until = readDate(query.get('until') ?? query.get('from'))
  if (from && until && Temporal.PlainDate.compare(from, until) <= 0) {
    const last = from.add({ days: MAX_DAYS - 1 })
    return periodOf(from, Temporal.PlainDate.compare(until, last) > 0 ? last : until)
  }
  return monthPeriod(readMonth(query.get('month')) ?? today.toPlainYearMonth())
}

/** The query that leads to a period. */
export function queryOf({ from, until, month }: Period, more: Record<string, string> = {}) {
  const days: Record<string, string> = month
    ? { month: month.toString() }
    : { from: from.toString(), until: until.toString() }
  return new URLSearchParams({ ...days, ...more })
}

export function monthPeriod(month: Temporal.PlainYearMonth): Period {
  const from = month.toPlainDate({ day: 1 })
  return { from, until: from.with({ day: month.daysInMonth }), month }
}

function periodOf(from: Temporal.PlainDate, until: Temporal.PlainDate): Period {
  const month = monthPeriod(from.toPlainYearMonth())
  const isMonth = month.from.equals(from) && month.until.equals(until)
  return isMonth ? month : { from, until, month: null }
}

function readMonth(text: string | null): Temporal.PlainYearMonth | undefined {
  return text ? readDate(`${text}-01`)?.toPlainYearMonth() : undefined
}
