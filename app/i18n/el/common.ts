import type { Messages } from '#app/i18n/en.ts'

export const common: Messages['common'] = {
  skipToContent: 'Μετάβαση στο περιεχόμενο',
  menu: 'Κύριο μενού',
  openMenu: 'Μενού',
  home: 'Αρχική',
  bookNow: 'Κράτηση',
  myBookings: 'Οι κρατήσεις μου',
  timetables: 'Δρομολόγια',
  cart: 'Καλάθι',
  otherLanguage: 'English',
  breadcrumbs: 'Βρίσκεστε εδώ',
  demonstration: 'Επίδειξη: ούτε λεωφορεία ούτε χρεώσεις.',
  services: 'Υπηρεσίες',
  faqShort: 'Ερωτήσεις',
  contactPage: 'Επικοινωνία',
  hours: (from, until) => `Κάθε μέρα, ${from} έως ${until}`,
  errorSummary: 'Υπάρχει ένα πρόβλημα',
  minutes: (count) => `${count} λεπτά`,
  duration: (hours, minutes) => {
    const inHours = hours === 1 ? '1 ώρα' : `${hours} ώρες`
    if (hours === 0) return `${minutes} λεπτά`
    return minutes === 0 ? inHours : `${inHours} ${minutes} λεπτά`
  },
  laterDay: (days) => (days === 1 ? '+1 ημέρα' : `+${days} ημέρες`),
  passengers: (count) => (count === 1 ? '1 επιβάτης' : `${count} επιβάτες`),
  categories: {
    adult: 'Ενήλικες (άνω των 12 ετών)',
    child: 'Παιδιά (2 έως 12 ετών)',
    student: 'Φοιτητές',
    infant: 'Βρέφη (κάτω των 2 ετών)',
  },
  category: {
    adult: 'Ενήλικας (άνω των 12 ετών)',
    child: 'Παιδί (2 έως 12 ετών)',
    student: 'Φοιτητής ή φοιτήτρια',
    infant: 'Βρέφος (κάτω των 2 ετών)',
  },
}
