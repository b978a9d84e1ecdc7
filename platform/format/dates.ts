import type { Locale } from '#platform/locale.ts'

/*
 * Dates in words, from our own tables, since locale data differs from machine to machine. Called by
 * loaders, since not every browser has Temporal.
 */

type Words = { weekdays: string[]; months: string[] }

/** Months as written after a day of the month, which in Greek is the genitive. */
const LONG: Record<Locale, Words> = {
  en: {
    weekdays: words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
    months: words(
      'January February March April May June July August September October November December',
    ),
  },
  el: {
    weekdays: words('Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή'),
    months: words(
      'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου ' +
        'Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
    ),
  },
}

const SHORT: Record<Locale, Words> = {
  en: {
    weekdays: words('Mon Tue Wed Thu Fri Sat Sun'),
    months: words('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
  },
  el: {
    weekdays: words('Δευ Τρί Τετ Πέμ Παρ Σάβ Κυρ'),
    months: words('Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ'),
  },
}

/** "Friday 20 November 2026", «Παρασκευή 20 Νοεμβρίου 2026» */
export function longDate(date: Temporal.PlainDate, locale: Locale): string {
  return `${dayAndMonth(date, locale)} ${date.year}`
}

/** "Friday 20 November" */
export function dayAndMonth(date: Temporal.PlainDate, locale: Locale): string {
  return `${weekday(date, LONG[locale])} ${date.day} ${month(date, LONG[locale])}`
}

/** "20 November 2026" */
export function dayMonthYear(date: Temporal.PlainDate, locale: Locale): string {
  return `${date.day} ${month(date, LONG[locale])} ${date.year}`
}

/** "Fri 20 Nov" */
export function shortDate(date: Temporal.PlainDate, locale: Locale): string {
  return `${shortWeekday(date, locale)} ${date.day} ${month(date, SHORT[locale])}`
}

/** "Fri 20" */
export function weekdayAndDay(date: Temporal.PlainDate, locale: Locale): string {
  return `${shortWeekday(date, locale)} ${date.day}`
}

export function shortWeekday(date: Temporal.PlainDate, locale: Locale): string {
  return weekday(date, SHORT[locale])
}

function weekday(date: Temporal.PlainDate, { weekdays }: Words): string {
  return weekdays[date.dayOfWeek - 1] ?? ''
}

function month(date: Temporal.PlainDate, { months }: Words): string {
  return months[date.month - 1] ?? ''
}

function words(text: string): string[] {
  return text.split(' ')
}
