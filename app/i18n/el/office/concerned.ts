import type { Messages } from '#app/i18n/en.ts'

export const CONCERNED: Messages['office']['departure']['cancel']['facts'] = [
  { of: 'bookings', name: 'Κρατήσεις' },
  { of: 'passengers', name: 'Επιβάτες' },
  { of: 'offered', name: 'από τους οποίους με προσφορά θέσης εδώ λόγω άλλου συμβάντος' },
  { of: 'wheelchairs', name: 'Επιβάτες με αναπηρικό αμαξίδιο' },
  { of: 'infants', name: 'Βρέφη' },
  { of: 'lastBuses', name: 'Στο τελευταίο δρομολόγιο της ημέρας' },
  { of: 'withoutMail', name: 'Χωρίς email που λειτουργεί' },
  { of: 'withPhone', name: 'Με αριθμό τηλεφώνου' },
]
