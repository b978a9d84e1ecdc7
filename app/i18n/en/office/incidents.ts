import type { IncidentCallOutcome, IncidentDefault } from '#modules/incidents/incident-states.ts'

const otherwise: Record<IncidentDefault, (time: string) => string> = {
  move: (time) => `Moved at ${time}`,
  refund: (time) => `Seats free at ${time}, refund after the day`,
}

const outcomes: Record<IncidentCallOutcome, string> = {
  told: 'Told',
  moved: 'Takes the other bus',
  refund: 'Takes the money',
  message: 'Left a message',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
}

/** Cancelled departures, and what became of their passengers. */
export const incidents = {
  title: 'Incidents',
  one: 'Incident',
  toList: 'All incidents',
  none: 'No departure has been cancelled.',
  nobody: 'Nobody had a seat.',
  announced: 'Announced',
  announcedBy: (when: string, by: string) => `Announced ${when}, ${by}`,
  cause: 'Reason',
  departures: 'Departures',
  asked: 'Bookings asked',
  unanswered: 'Unanswered',
  closed: 'Closed',
  closedAt: (when: string) => `Closed ${when}.`,
  stillOpen: 'Open',
  bookings: 'Bookings',
  booking: 'Booking',
  name: 'Name',
  people: 'People',
  leaves: 'Departure',
  state: 'State',
  silence: 'Without an answer',
  mail: 'Email',
  hasMail: 'Usable',
  noMail: 'Not usable',
  noPhone: 'None known: try the email address again in the booking',
  otherwise,
  outcomes,
  counts: {
    value: (bookings: number, people: number) =>
      bookings === 0 ? '0' : `${bookings} (${people === 1 ? '1 person' : `${people} people`})`,
    all: 'Bookings',
    toTell: 'Not told yet',
    told: 'Told, not opened',
    seen: 'Opened, not answered',
    'chose-offer': 'Chose a bus',
    'chose-refund': 'Chose the money',
    moved: 'Moved without an answer',
    waits: 'No answer, refund after the day',
    stays: 'Travels as planned',
    refunded: 'Refunded',
  },
  calls: {
    title: (count: number) => (count === 0 ? 'Nobody to call' : `To call: ${count}`),
    story:
      'Passengers whose email cannot arrive, and those who have not opened their choice for 20 minutes. The number is shown to the caller for 5 minutes, and the look is recorded.',
    take: 'Call',
    takenBy: (name: string) => `${name} is calling.`,
    phone: 'Telephone',
    language: 'Language',
    last: 'Last call',
    offer: 'Seats kept on',
    noOffer: 'None',
  },
  close: {
    title: 'Close the incident',
    story: 'Possible once everybody has an answer and nobody is left to call.',
    send: 'Close the incident',
  },
  problems: 'Nothing was done',
  refusals: {
    'taken-by-other': 'A colleague is calling this passenger.',
    'no-call-needed': 'This passenger does not have to be called any more.',
    'not-taken': 'The five minutes are over. Press Call again.',
    'choice-over': 'The seats are no longer kept. Move the passenger in the booking.',
    'closed-already': 'A colleague has closed this incident already.',
    'not-decided': (open: number, toCall: number) =>
      `It cannot be closed yet: ${open === 1 ? '1 booking is' : `${open} bookings are`} undecided, and ${toCall === 1 ? '1 has' : `${toCall} have`} to be called.`,
  },
}
