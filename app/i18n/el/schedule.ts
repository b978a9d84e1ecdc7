import type { Messages } from '#app/i18n/en.ts'
import { company } from '#operator'
import { theDate } from '#platform/greek-hours.ts'

export const schedule: Messages['schedule'] = {
  description: (name) => `Δρομολόγια και τιμές εισιτηρίων για τη διαδρομή ${name}.`,
  active: 'Ενεργή',
  inactive: 'Ανενεργή',
  coming: 'Προσεχής',
  validity: (from, until) => `Ισχύει από ${theDate(from)} έως ${theDate(until)}`,
  duration: 'Διάρκεια διαδρομής',
  timespan: 'Αναχωρήσεις',
  fareFrom: 'Εισιτήριο ενήλικα',
  from: (fare) => `από ${fare}`,
  code: 'Διαδρομή',
  book: 'Κράτηση για τη διαδρομή',
  bookHint: 'Επιλέξτε ώρα αναχώρησης για κράτηση.',
  free: 'δωρεάν',
  departs: 'Αναχώρηση',
  arrives: 'Άφιξη',
  notCalled: 'δεν σταματά εδώ',
  comingPeriods: 'Επόμενα δρομολόγια',
  pastPeriods: 'Παλαιότερα δρομολόγια',
  noPeriod: 'Η διαδρομή δεν εκτελείται αυτή την περίοδο.',
  exceptions: 'Ημέρες με διαφορετικά δρομολόγια',
  noBus: 'Κανένα δρομολόγιο.',
  onlyThese: (times) => `Μειωμένα δρομολόγια. Αναχωρήσεις: ${times}.`,
  notRunning: (times) =>
    times.includes(',')
      ? `Δεν εκτελούνται τα δρομολόγια: ${times}.`
      : `Δεν εκτελείται το δρομολόγιο: ${times}.`,
  extra: (times) =>
    times.includes(',') ? `Πρόσθετα δρομολόγια: ${times}.` : `Πρόσθετο δρομολόγιο: ${times}.`,
  clocksForward: 'Στις 03:00 τα ρολόγια γυρίζουν μία ώρα μπροστά.',
  clocksBack: 'Στις 04:00 τα ρολόγια γυρίζουν μία ώρα πίσω.',
  firstOfTwo: (times) =>
    `Η ώρα ${times} υπάρχει δύο φορές εκείνη τη νύχτα· το λεωφορείο φεύγει την πρώτη.`,
  fares: 'Τιμές εισιτηρίων',
  faresNote:
    'Ανά άτομο για απλή μετάβαση, περιλαμβάνεται Φ.Π.Α. Το ταξίδι με επιστροφή κοστίζει όσο δύο απλά εισιτήρια.',
  pair: (from, to) => `${from} – ${to}`,
  stops: 'Στάσεις',
  beThere: (minutes) => `Να είστε στη στάση ${minutes} λεπτά πριν από την αναχώρηση.`,
  accessNotKnown: () =>
    `Δεν γνωρίζουμε ακόμη αν σε αυτές τις στάσεις είναι δυνατή η επιβίβαση με αναπηρικό αμαξίδιο. Καλέστε μας στο ${company().phone}.`,
  accessNotKnownAt: (stops) =>
    `Δεν γνωρίζουμε ακόμη αν είναι δυνατή η επιβίβαση με αναπηρικό αμαξίδιο στις στάσεις: ${stops}. Καλέστε μας στο ${company().phone}.`,
  notAccessible: 'Δεν είναι δυνατή η επιβίβαση με αναπηρικό αμαξίδιο.',
  print: 'Τυπώστε τη σελίδα για έναν πίνακα δρομολογίων που μπορείτε να αναρτήσετε.',
}
