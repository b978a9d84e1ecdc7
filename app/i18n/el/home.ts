import type { Messages } from '#app/i18n/en.ts'
import { listText } from '#platform/format/lists.ts'

import { minutesOf, ofMinutes } from './minutes.ts'

export const home: Messages['home'] = {
  title: 'Λεωφορεία αεροδρομίων στην Κύπρο',
  description:
    'Λεωφορεία ανάμεσα στη Λευκωσία, τα αεροδρόμια Λάρνακας και Πάφου και την περιοχή Αμμοχώστου. Κράτηση μέσω διαδικτύου.',
  heading: 'Ο πιο εύκολος τρόπος να ταξιδέψετε από και προς τα αεροδρόμια της Κύπρου',
  nextDepartures: 'Επόμενες αναχωρήσεις',
  nextDeparturesFrom: (place) => `Από ${place}`,
  todayIs: (date, time) => `${date}, ${time} ώρα Κύπρου`,
  tomorrow: 'Αύριο',
  bookingClosed: 'Έκλεισαν οι κρατήσεις',
  passesBy: 'Δεν σταματά εδώ',
  stopClosed: (stop) => `Δεν σταματά στη στάση ${stop}`,
  stopMoved: (stop, place) => `Αντί για τη στάση ${stop}, σταματά εδώ: ${place}`,
  late: (minutes, time) =>
    minutes > 0
      ? `Καθυστέρηση ${ofMinutes(minutes)}: ${time}`
      : `${minutesOf(-minutes)} νωρίτερα: ${time}`,
  via: (stops) => {
    const genitives = stops.flatMap(({ genitive }) => genitive ?? [])
    if (genitives.length < stops.length) {
      return `μέσω: ${stops.map(({ shortName }) => shortName).join(', ')}`
    }
    return `μέσω ${listText(genitives, 'el')}`
  },
  noDepartures: (hours) => `Κανένα δρομολόγιο τις επόμενες ${hours} ώρες.`,
  routes: 'Πού πηγαίνουμε',
  routesIntro: (age) =>
    `Η ίδια τιμή, όποια ώρα κι αν ταξιδεύετε. Βρέφη κάτω των ${age} ετών ταξιδεύουν δωρεάν στην αγκαλιά.`,
  fareFrom: (fare) => `από ${fare}`,
  allTimetables: 'Όλα τα δρομολόγια',
  services: 'Κι άλλοι τρόποι να ταξιδέψετε μαζί μας',
  questions: 'Συχνές ερωτήσεις',
  allQuestions: 'Όλες οι ερωτήσεις και απαντήσεις',
  howItWorks: 'Πώς λειτουργεί',
  steps: (minutes, minutesBefore) => [
    {
      title: 'Επιλέγετε λεωφορείο',
      text: 'Βλέπετε τις ώρες, τη συνολική τιμή και αν υπάρχουν θέσεις.',
    },
    {
      title: 'Πληρώνετε με κάρτα',
      text: `Δεσμεύουμε τις θέσεις σας για ${minutes} λεπτά, μέχρι να πληρώσετε.`,
    },
    {
      title: 'Δείχνετε το εισιτήριο',
      text: `Στο κινητό ή τυπωμένο. Να είστε στη στάση ${minutesBefore} λεπτά πριν από την αναχώρηση.`,
    },
  ],
  facts: (year, hours, fee, kilograms) => [
    `Στους δρόμους της Κύπρου από το ${year}`,
    `Αλλαγή δωρεάν, ακύρωση με τέλος ${fee}, έως ${hours} ώρες πριν`,
    `${kilograms} κιλά αποσκευές ανά επιβάτη`,
  ],
}
