import { minutesOf } from '#app/i18n/el/minutes.ts'
import type { Messages } from '#app/i18n/en.ts'

export const departures: Messages['office']['departures'] = {
  title: 'Δρομολόγια',
  titleOf: (day) => `Δρομολόγια: ${day}`,
  filter: 'Φίλτρα',
  day: 'Ημέρα',
  route: 'Γραμμή',
  anyRoute: 'Όλες οι γραμμές',
  state: 'Κατάσταση',
  anyState: 'Όλες οι καταστάσεις',
  full: 'Μόνο σχεδόν πλήρη',
  show: 'Εμφάνιση',
  clear: 'Χωρίς φίλτρα',
  dayBefore: 'Προηγούμενη ημέρα',
  dayAfter: 'Επόμενη ημέρα',
  today: 'Σήμερα',
  caption: 'Δρομολόγια κατά ώρα',
  time: 'Ώρα',
  journey: 'Γραμμή',
  load: 'Θέσεις',
  empty: 'Δεν βρέθηκαν δρομολόγια. Επιλέξτε άλλη ημέρα ή αφαιρέστε τα φίλτρα.',
  pages: 'Σελίδες δρομολογίων',
  next: 'Επόμενα δρομολόγια',
  ofSeats: (taken, seats) => `${taken}/${seats}`,
  tooMany: (taken, seats) => `${taken}/${seats}, ${taken - seats} επιπλέον`,
  leg: (leg) =>
    `${leg.from} – ${leg.to}: πωλήθηκαν ${leg.sold} από ${leg.seats}, δεσμευμένες ${leg.held}`,
  way: (from, to) => `${from} – ${to}`,
  expected: (minutes, time) =>
    minutes > 0 ? `+${minutesOf(minutes)}, ${time}` : `${minutesOf(minutes)}, ${time}`,
  states: {
    running: 'Εκτελείται',
    late: 'Με καθυστέρηση',
    early: 'Νωρίτερα',
    closed: 'Κλειστές κρατήσεις',
    'over-full': 'Υπεράριθμες κρατήσεις',
    cancelled: 'Ακυρώθηκε',
    withdrawn: 'Εκτός προγράμματος',
    left: 'Αναχώρησε',
  },
}
