import type { Messages } from '#app/i18n/en.ts'
import { ADULT_FROM_AGE, CHILD_FROM_AGE } from '#modules/rules/rules.ts'
import { theHour } from '#platform/greek-hours.ts'

const LAST_YEAR_OF_CHILD = ADULT_FROM_AGE - 1

export const common: Messages['common'] = {
  skipToContent: 'Μετάβαση στο περιεχόμενο',
  menu: 'Κύριο μενού',
  openMenu: 'Μενού',
  home: 'Αρχική',
  bookNow: 'Κράτηση',
  account: 'Λογαριασμός',
  myBookings: 'Οι κρατήσεις μου',
  timetables: 'Δρομολόγια',
  cart: 'Καλάθι',
  breadcrumbs: 'Βρίσκεστε εδώ',
  demonstration: 'Δοκιμαστική λειτουργία: ούτε πραγματικά λεωφορεία ούτε χρεώσεις.',
  services: 'Υπηρεσίες',
  faqShort: 'Ερωτήσεις',
  contactPage: 'Επικοινωνία',
  hours: (from, until) => `Κάθε μέρα, από ${theHour(from)} έως ${theHour(until)}`,
  errorSummary: 'Υπάρχει πρόβλημα',
  laterDay: (days) => (days === 1 ? '+1 ημέρα' : `+${days} ημέρες`),
  passengers: (count) => (count === 1 ? '1 επιβάτης' : `${count} επιβάτες`),
  each: (price) => `${price} ανά άτομο`,
  categories: {
    adult: `Ενήλικες (άνω των ${LAST_YEAR_OF_CHILD} ετών)`,
    child: `Παιδιά (${CHILD_FROM_AGE} έως ${LAST_YEAR_OF_CHILD} ετών)`,
    student: 'Φοιτητές',
    infant: `Βρέφη (κάτω των ${CHILD_FROM_AGE} ετών)`,
  },
  counted: {
    adult: 'ενήλικας|ενήλικες',
    child: 'παιδί|παιδιά',
    student: 'φοιτητής/τρια|φοιτητές',
    infant: 'βρέφος|βρέφη',
    wheelchair: 'θέση αμαξιδίου|θέσεις αμαξιδίου',
  },
  category: {
    adult: `Ενήλικας (άνω των ${LAST_YEAR_OF_CHILD} ετών)`,
    child: `Παιδί (${CHILD_FROM_AGE} έως ${LAST_YEAR_OF_CHILD} ετών)`,
    student: 'Φοιτητής ή φοιτήτρια',
    infant: `Βρέφος (κάτω των ${CHILD_FROM_AGE} ετών)`,
  },
}
