import type { Messages } from '#app/i18n/en.ts'

export const common: Messages['common'] = {
  skipToContent: 'Μετάβαση στο περιεχόμενο',
  menu: 'Κύριο μενού',
  home: 'Αρχική',
  bookNow: 'Κράτηση',
  timetables: 'Δρομολόγια',
  cart: 'Καλάθι',
  otherLanguage: 'English',
  otherLanguageShort: 'EN',
  breadcrumbs: 'Βρίσκεστε εδώ',
  demonstration: 'Επίδειξη: ούτε λεωφορεία ούτε χρεώσεις.',
  tagline: 'Ο πιο εύκολος τρόπος να ταξιδέψετε από και προς τα αεροδρόμια της Κύπρου.',
  since: (year) => `Μαζί με τους ταξιδιώτες από το ${year}.`,
  usefulLinks: 'Χρήσιμοι σύνδεσμοι',
  larnacaFlights: 'Πτήσεις αεροδρομίου Λάρνακας',
  paphosFlights: 'Πτήσεις αεροδρομίου Πάφου',
  ministryOfTransport: 'Υπουργείο Μεταφορών, Επικοινωνιών και Έργων',
  ministryOfTourism: 'Υφυπουργείο Τουρισμού',
  company: 'Εταιρεία',
  legal: 'Νομικά',
  contact: 'Μιλήστε μαζί μας',
  hours: (from, until) => `Κάθε μέρα, ${from} έως ${until}`,
  busesRunAtNight: 'Τα λεωφορεία κινούνται και εκτός αυτών των ωρών.',
  cyprusTime: 'Όλες οι ώρες είναι ώρες Κύπρου.',
  social: 'Ακολουθήστε μας',
  copyright: (years, name) => `© ${years} ${name}`,
  companyNumber: (number) => `Αρ. εταιρείας ${number}`,
  vatNumber: (number) => `Αρ. Φ.Π.Α. ${number}`,
  licence: (number) => `Άδεια μεταφορέα ${number}`,
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
