import type { Locale } from '#platform/locale.ts'

import { listText } from './lists.ts'
import { formatWords } from './words/words.ts'

const MIN_RANGE = 3

/** Weekdays (Monday = 1) as the heading of a timetable: "Every day", "Friday to Monday", "Monday". */
export function weekdaysInWords(weekdays: readonly number[], locale: Locale): string {
  const days = [...new Set(weekdays)].toSorted((one, other) => one - other)
  const words = formatWords(locale)
  if (days.length === 7) return words.everyDay

  const name = (day: number | undefined) => words.weekdays[(day ?? 1) - 1] ?? ''
  const first = days.find((day) => !days.includes(dayBefore(day))) ?? days[0] ?? 1
  const inOrder = [...days.filter((day) => day >= first), ...days.filter((day) => day < first)]
  const isRange = inOrder.every(
    (day, place) => place === 0 || dayBefore(day) === inOrder[place - 1],
  )
  return isRange && inOrder.length >= MIN_RANGE
    ? words.weekdayRange(name(first), name(inOrder.at(-1)))
    : listText(days.map(name), locale)
}

function dayBefore(day: number): number {
  return day === 1 ? 7 : day - 1
}
