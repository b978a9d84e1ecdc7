import type { Locale } from '#platform/locale.ts'

import { formatWords } from './words/words.ts'

/*
 * Dates in words, from our own tables, since locale data differs between machines. Called by
 * loaders, since not every browser has Temporal.
 */

/** "Friday 20 November 2026", «Παρασκευή 20 Νοεμβρίου 2026» */
export function longDate(date: Temporal.PlainDate, locale: Locale): string {
  return formatWords(locale).inYear(dayAndMonth(date, locale), date.year)
}

/** "Friday 20 November" */
export function dayAndMonth(date: Temporal.PlainDate, locale: Locale): string {
  const { dayOfMonth, months, onWeekday } = formatWords(locale)
  return onWeekday(weekday(date, locale), dayOfMonth(date.day, monthIn(months, date)))
}

/** "20 November 2026" */
export function dayMonthYear(date: Temporal.PlainDate, locale: Locale): string {
  const { dayOfMonth, inYear, months } = formatWords(locale)
  return inYear(dayOfMonth(date.day, monthIn(months, date)), date.year)
}

/** "Fri 20 Nov" */
export function shortDate(date: Temporal.PlainDate, locale: Locale): string {
  const { dayOfMonth, onWeekday, shortMonths } = formatWords(locale)
  return onWeekday(shortWeekday(date, locale), dayOfMonth(date.day, monthIn(shortMonths, date)))
}

/** "Fri 20" */
export function weekdayAndDay(date: Temporal.PlainDate, locale: Locale): string {
  return formatWords(locale).onWeekday(shortWeekday(date, locale), String(date.day))
}

/** "Friday" */
export function weekday({ dayOfWeek }: Temporal.PlainDate, locale: Locale): string {
  return formatWords(locale).weekdays[dayOfWeek - 1] ?? ''
}

/** "Fri" */
export function shortWeekday({ dayOfWeek }: Temporal.PlainDate, locale: Locale): string {
  return formatWords(locale).shortWeekdays[dayOfWeek - 1] ?? ''
}

function monthIn(months: readonly string[], { month }: Temporal.PlainDate): string {
  return months[month - 1] ?? ''
}
