/** Refusals of the office that a phone shows. It puts its own facts in the place of each star. */
export const notices = {
  title: 'Not accepted by the office',
  left: '“We are leaving”',
  late: '+* min',
  refused: 'refused.',
  tooOld: 'not sent, as there was no network for * minutes.',
  blocked: 'not sent, as the office has blocked this phone. Call the office.',
  scans: 'Not accepted, not counted: *. Scan again.',
  sale: 'Sale * could not be entered. Keep the money separate and call the office.',
  notUndone: {
    boarded: 'Sale * was not undone: its passengers have been counted aboard. Call the office.',
    left: 'Sale * was not undone: the bus had left the stop. Call the office.',
    'too-late': 'Sale * was not undone: the time for that was over. Call the office.',
    changed: 'Sale * was not undone: the office had already refunded it. Call the office.',
    unknown: 'Sale * was not undone: it is not in the books. Call the office.',
  },
  read: 'I have read this',
}
