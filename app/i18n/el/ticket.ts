import type { Messages } from '#app/i18n/en.ts'

export const ticket: Messages['ticket'] = {
  title: (ride) => `Εισιτήριο: ${ride}`,
  pdf: 'PDF',
  calendar: 'Στο ημερολόγιο',
  print: 'Εκτύπωση',
  printHint: 'Για εκτύπωση: η εντολή εκτύπωσης του προγράμματος περιήγησης δίνει μία σελίδα.',
  offline: 'Όσο μένει ανοιχτή, η σελίδα εμφανίζεται και χωρίς σύνδεση.',
}
