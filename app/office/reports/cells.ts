import { shortDate } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/numbers.ts'
import { LANGUAGES } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'
import type { Cell, Kind } from '#platform/sheets/sheet.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

/** A value as a page shows it: "€1,250.00", "63 %", "Sun 22 Nov". */
export function showCell(cell: Cell, kind: Kind, locale: Locale): string {
  if (cell === null) return ''
  if (kind === 'day') return shortDate(Temporal.PlainDate.from(String(cell)), locale)
  if (kind === 'moment')
    return shortMoment(Temporal.Instant.fromEpochMilliseconds(Number(cell)), locale)
  if (typeof cell === 'string') return cell
  if (kind === 'cents') return formatEuros(cents(cell), locale)
  if (kind === 'percent') return `${decimalText(cell, locale)}\u00A0%`
  return grouped(cell, locale)
}

/** "Sun 22 Nov, 14:05": the year stands above the table. */
function shortMoment(moment: Temporal.Instant, locale: Locale): string {
  return `${shortDate(dateInCyprus(moment), locale)}, ${clockTime(moment)}`
}

function grouped(count: number, locale: Locale): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, LANGUAGES[locale].groupMark)
}
