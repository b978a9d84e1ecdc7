export const ticket = {
  title: (ride: string) => `Ticket: ${ride}`,
  pdf: 'PDF',
  calendar: 'Add to calendar',
  print: 'Print',
  printHint: 'Your browser’s print command puts the ticket on one sheet.',
  offline: 'As long as this page stays open, it needs no connection.',
}
