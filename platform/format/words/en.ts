import type { Worded } from '#platform/worded.ts'

/** The forms of dates, times and lists. The other languages follow its type. */
export const en = {
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  shortWeekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  /** In the form after a day of the month. */
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  shortMonths: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  /** "20 November" */
  dayOfMonth: (day: number, month: string) => `${day} ${month}`,
  /** "Friday 20 November", "Fri 20" */
  onWeekday: (weekday: string, day: string) => `${weekday} ${day}`,
  /** "20 November 2026" */
  inYear: (day: string, year: number) => `${day} ${year}`,
  /** "08:30 on Friday 20 November 2026", in the middle of a sentence */
  moment: (date: string, clock: string) => `${clock} on ${date}`,

  duration: (hours: number, minutes: number) =>
    hours === 0 ? `${minutes} min` : minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,

  everyDay: 'Every day',
  /** "Monday to Friday" */
  weekdayRange: (from: string, until: string) => `${from} to ${until}`,
  /** "a, b and c", with "a, b" as the first argument */
  listEnd: (others: string, last: string) => `${others} and ${last}`,
}

export type FormatWords = Worded<typeof en>
