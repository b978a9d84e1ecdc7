import type { Messages } from '#app/i18n/en.ts'

export const mailbox: Messages['mailbox'] = {
  title: 'Θυρίδα email',
  intro: 'Σε δοκιμαστική λειτουργία δεν στέλνεται κανένα email. Όσα θα λαμβάνατε βρίσκονται εδώ.',
  empty: 'Κανένα email ακόμη. Μετά από μια κράτηση χρειάζονται λίγα δευτερόλεπτα.',
  again: 'Νέος έλεγχος',
  to: 'Προς',
  from: 'Από',
  received: 'Ελήφθη',
  attachments: 'Συνημμένα',
  message: 'Το μήνυμα',
  plainText: 'Το ίδιο ως απλό κείμενο',
  back: 'Όλα τα email',
}
