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
    boarded:
      'Sale * is not undone yet: its passengers have been counted aboard. The office has been asked to confirm it.',
    left: 'Sale * is not undone yet: the bus had left the stop. The office has been asked to confirm it.',
    'too-late':
      'Sale * is not undone yet: it was too late for that. The office has been asked to confirm it.',
    'too-much':
      'Sale * is not undone yet: you have undone many sales today. The office has been asked to confirm it.',
    changed: 'Sale * was not undone: the office had already refunded it. Call the office.',
    unknown: 'Sale * was not undone: it is not in the books. Call the office.',
  },
  read: 'I have read this',
}
