import type { Messages } from '#app/i18n/en.ts'
import { categoriesInGreek } from '#modules/fares/words/el.ts'
import { theHour } from '#platform/greek-hours.ts'

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
  categories: categoriesInGreek,
  wheelchairSpaces: 'θέση αμαξιδίου|θέσεις αμαξιδίου',
}
