import type { Messages } from '#app/i18n/en.ts'

export const ticket: Messages['ticket'] = {
  title: (ride) => `Εισιτήριο: ${ride}`,
  pdf: 'PDF',
  calendar: 'Στο ημερολόγιο',
  print: 'Εκτύπωση',
  printHint:
    'Με την εντολή εκτύπωσης του προγράμματος περιήγησης το εισιτήριο τυπώνεται σε μία σελίδα.',
  offline: 'Όσο η σελίδα μένει ανοιχτή, δεν χρειάζεται σύνδεση.',
}
