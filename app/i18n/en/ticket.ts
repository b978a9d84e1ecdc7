export const ticket = {
  title: (ride: string) => `Ticket: ${ride}`,
  pdf: 'PDF',
  calendar: 'Add to calendar',
  print: 'Print',
  printHint: 'To print: the print command of your browser gives one sheet.',
  offline: 'Opened once, it can be shown without a connection as long as this page stays open.',
}
