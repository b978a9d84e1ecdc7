import type { Messages } from '#app/i18n/en.ts'

export const mailbox: Messages['mailbox'] = {
  title: 'Θυρίδα email',
  intro: 'Σε αυτή την επίδειξη δεν φεύγει κανένα email. Όσα θα σας στέλναμε βρίσκονται εδώ.',
  empty: 'Κανένα email ακόμη. Μετά την παραγγελία χρειάζονται λίγα δευτερόλεπτα.',
  again: 'Έλεγχος ξανά',
  to: 'Προς',
  from: 'Από',
  received: 'Παραλήφθηκε',
  attachments: 'Συνημμένα',
  message: 'Το μήνυμα',
  plainText: 'Το ίδιο ως απλό κείμενο',
  back: 'Όλα τα email',
}
