import type { Messages } from '#app/i18n/en.ts'
import { theDate } from '#platform/greek-hours.ts'

export const texts: Messages['texts'] = {
  onThisPage: 'Σε αυτή τη σελίδα',
  howToChange:
    'Μπορείτε να το κάνετε μόνοι σας, όποια ώρα θέλετε: από τον σύνδεσμο στο email για την παραγγελία σας, από τις [κρατήσεις σας](/bookings) ή, με τον αριθμό της, από την [εύρεση κράτησης](/find-booking). Μπορείτε επίσης να μας καλέσετε.',
  howToMove: (from, until) =>
    `Κλείνετε τη θέση μόνοι σας, με ένα άγγιγμα στη σελίδα του εισιτηρίου σας, από ${from} ώρες πριν φύγει το λεωφορείο σας έως ${until} ώρες μετά. Ή καλέστε μας.`,
  inForceSince: (date) =>
    `Ισχύουν από ${theDate(date)}. Με κάθε παραγγελία καταγράφεται ποια έκδοση αποδεχθήκατε.`,
  seeTimetables: 'Στάσεις, ώρες και τιμές θα βρείτε στα [δρομολόγια](/timetables).',
  ride: 'Διαδρομή',
  route: 'Διαδρομή',
  travelTime: 'Διάρκεια',
  allQuestions: 'Όλες οι ερωτήσεις και οι απαντήσεις',
  notAnswered: 'Δεν βρήκατε την ερώτησή σας;',
  askUs: 'Ρωτήστε μας',
  askForOffer: 'Ζητήστε προσφορά',
  otherServices: 'Οι άλλες μας υπηρεσίες',
  services: 'Υπηρεσίες',
}
