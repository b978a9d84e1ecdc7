import { normalForm } from './text/normal-form.ts'
import { TIME_ZONE } from './time.ts'

/*
 * Dates and moments from addresses and fields. Years have four digits and begin with 1 or 2: the database
 * has no year 0, and the days after the year 9999 have another spelling.
 */

const DATE = /^[12]\d{3}-\d\d-\d\d$/
const LOCAL = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/
const MOMENT = /^[12]\d{3}-\d\d-\d\dT[\d:.]{5,18}Z$/

const CLOCK = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/

/** "2026-11-27"; undefined for an empty or unreadable date. */
export function readDate(text: string | null | undefined): Temporal.PlainDate | undefined {
  return readAs(DATE, text, (date) => Temporal.PlainDate.from(date))
}

/** "09:30", as a field for times has it, for that or "9.30"; undefined for an unreadable one. */
export function readTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = CLOCK.exec(normalForm(text, 'NFKC')) ?? []
  return minute && `${hour.padStart(2, '0')}:${minute}`
}

/** "2026-11-27T08:30" by the clock of Cyprus, as a field for date and time has it. */
export function readLocalMoment(text: string | null | undefined): Temporal.Instant | undefined {
  return readAs(LOCAL, text, (local) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(TIME_ZONE).toInstant(),
  )
}

/** "2026-11-27T06:30:00Z", as moments are written to addresses. */
export function readMoment(text: string | null | undefined): Temporal.Instant | undefined {
  return readAs(MOMENT, text, (moment) => Temporal.Instant.from(moment))
}

/** Parts that look right but do not exist, such as 30 February, are unreadable too. */
function readAs<Time>(
  form: RegExp,
  text: string | null | undefined,
  read: (text: string) => Time,
): Time | undefined {
  if (!text || !form.test(text)) return undefined
  try {
    return read(text)
  } catch {
    return undefined
  }
}
