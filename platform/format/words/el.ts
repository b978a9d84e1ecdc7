import { atTheHour, theDay } from '#platform/greek-hours.ts'

import type { FormatWords } from './en.ts'

export const el: FormatWords = {
  weekdays: ['Δευτέρα', 'Τρίτη', 'Τετάρτη', 'Πέμπτη', 'Παρασκευή', 'Σάββατο', 'Κυριακή'],
  shortWeekdays: ['Δευ', 'Τρί', 'Τετ', 'Πέμ', 'Παρ', 'Σάβ', 'Κυρ'],
  /** In the genitive. */
  months: [
    'Ιανουαρίου',
    'Φεβρουαρίου',
    'Μαρτίου',
    'Απριλίου',
    'Μαΐου',
    'Ιουνίου',
    'Ιουλίου',
    'Αυγούστου',
    'Σεπτεμβρίου',
    'Οκτωβρίου',
    'Νοεμβρίου',
    'Δεκεμβρίου',
  ],
  shortMonths: 'Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ'.split(' '),
  dayOfMonth: (day, month) => `${day} ${month}`,
  onWeekday: (weekday, day) => `${weekday} ${day}`,
  inYear: (day, year) => `${day} ${year}`,
  moment: (date, clock) => `${theDay(date)}, ${atTheHour(clock)}`,

  duration: (hours, minutes) => {
    const inHours = hours === 1 ? '1 ώρα' : `${hours} ώρες`
    if (hours === 0) return inMinutes(minutes)
    return minutes === 0 ? inHours : `${inHours} ${inMinutes(minutes)}`
  },

  everyDay: 'Κάθε μέρα',
  weekdayRange: (from, until) => `${from} έως ${until}`,
  listEnd: (others, last) => `${others} και ${last}`,
}

function inMinutes(count: number): string {
  return count === 1 ? '1 λεπτό' : `${count} λεπτά`
}
