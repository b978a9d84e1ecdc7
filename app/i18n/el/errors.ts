import type { Messages } from '#app/i18n/en.ts'

export const errors: Messages['errors'] = {
  pageNotFound: (path) => `Η σελίδα δεν βρέθηκε: ${path}`,
  notFoundTitle: 'Η σελίδα δεν βρέθηκε',
  notFoundAdvice:
    'Ίσως η διεύθυνση δεν γράφτηκε σωστά ή η σελίδα μεταφέρθηκε. Δοκιμάστε ένα από τα παρακάτω.',
  serverError: 'Εσωτερικό σφάλμα διακομιστή',
  serverErrorAdvice: 'Παρουσιάστηκε πρόβλημα στο σύστημά μας. Δοκιμάστε ξανά σε λίγο.',
  requestId: (id) => `Αν μας καλέσετε, αναφέρετε τον κωδικό ${id}.`,
  toHome: 'Αναζήτηση δρομολογίου',
  toTimetables: 'Δείτε τα δρομολόγια',
  callUs: (phone, from, until) =>
    `Ή καλέστε μας στο ${phone}, κάθε ημέρα από τις ${from} έως τις ${until}.`,
}
