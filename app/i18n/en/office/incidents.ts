import type {
  IncidentCallOutcome,
  IncidentDefault,
  IncidentKind,
} from '#modules/incidents/incident/incident-states.ts'

import { toldReason } from './told-reason.ts'

const otherwise: Record<IncidentDefault, (time: string) => string> = {
  move: (time) => `Moved at ${time}`,
  refund: (time) => `Seats free at ${time}, refund after the day of travel`,
  stay: () => 'Travels as planned',
  call: () => 'No wheelchair space: to be called',
}

const kinds: Record<IncidentKind, string> = {
  'not-running': 'Cancelled',
  'smaller-bus': 'Smaller bus',
  late: 'Late',
  retimed: 'New times',
  'stop-closed': 'Stop closed',
  'stop-moved': 'Stop moved',
}

const outcomes: Record<IncidentCallOutcome, string> = {
  told: 'Told',
  moved: 'Wants the other bus',
  refund: 'Wants a refund',
  message: 'Left a message',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
}

/** Departures that do not run as they were sold, and the outcome for their passengers. */
export const incidents = {
  title: 'Incidents',
  one: 'Incident',
  toList: 'All incidents',
  none: 'No incidents so far.',
  kind: 'Kind',
  kinds,
  notAnnounced: 'Nobody has been told yet',
  nobody: 'Nobody had a seat.',
  toldReason,
  announced: 'Announced',
  announcedBy: (when: string, by: string) => `Announced on ${when} (${by})`,
  cause: 'Reason',
  departures: 'Departures',
  asked: 'Bookings asked',
  unanswered: 'Unanswered',
  closed: 'Closed',
  closedAt: (when: string) => `Closed on ${when}.`,
  stillOpen: 'Not yet',
  bookings: 'Bookings',
  booking: 'Booking',
  name: 'Name',
  people: 'People',
  leaves: 'Boards at',
  state: 'State',
  silence: 'Without an answer',
  mail: 'Email',
  hasMail: 'Usable',
  noMail: 'Not usable',
  noPhone: 'None known: try the email address again in the booking',
  otherwise,
  refundedAt: (time: string) => `Refunded at ${time}`,
  outcomes,
  counts: {
    value: (bookings: number, people: number) =>
      bookings === 0 ? '0' : `${bookings} (${people === 1 ? '1 person' : `${people} people`})`,
    ofGroup: (state: string, travelling: number, people: number) =>
      `${state} (${travelling}\u00A0of\u00A0${people})`,
    all: 'Bookings',
    toTell: 'Not told yet',
    told: 'Told, link not opened',
    seen: 'Link opened, not answered',
    'chose-offer': 'Chose a bus',
    'chose-refund': 'Chose a refund',
    moved: 'Moved without an answer',
    waits: 'No answer, refund after the day of travel',
    unanswered: 'No answer: refunded, or to be called',
    notMoved: 'No answer, and no seat to move to',
    stays: 'Travelling as planned',
    parted: 'Refund for part of a group',
    refunded: 'Refunded',
  },
  revive: {
    title: 'Run after all',
    which: 'Which buses',
    all: (count: number) => (count === 1 ? 'The bus of this incident' : `All ${count} buses`),
    from: (title: string) => `From ${title} on`,
    check: 'Check',
    departures: 'Buses that run again',
    bookings: 'Still have their seats and are told',
    moved: 'Bookings that chose another bus or a refund and keep it',
    replaced: 'Stay cancelled, as the trip is on sale at another time',
    told: 'They are emailed straight away:',
    send: (count: number) =>
      count === 1 ? 'Let 1 bus run after all' : `Let ${count} buses run after all`,
  },
  calls: {
    title: (count: number) => (count === 0 ? 'Nobody to call' : `To call: ${count}`),
    story:
      'Passengers whom our email does not reach, and those who have not opened its link within 20 minutes. The caller sees the number for 5 minutes, and this is recorded.',
    take: 'Call',
    takeWithout: 'Record an answer',
    takenBy: (name: string) => `${name} is calling.`,
    phone: 'Telephone',
    known: 'Known',
    number: 'Number',
    language: 'Language',
    last: 'Last call',
    offer: 'Seats kept on',
    noOffer: 'None',
  },
  ask: {
    tooMany: 'More people than seats',
    leg: (way: string, { seats, wheelchairPlaces }: { seats: number; wheelchairPlaces: number }) =>
      `${way}: ${[
        seats > 0 && `${seats} too many`,
        wheelchairPlaces > 0 &&
          (wheelchairPlaces === 1
            ? '1 wheelchair space too few'
            : `${wheelchairPlaces} wheelchair spaces too few`),
      ]
        .filter(Boolean)
        .join(', ')}`,
    waits: 'Booking is closed. Nobody has been told yet.',
    asked:
      'The passengers have been asked. As soon as everybody fits, the others are told that they keep their seats, and the incident closes.',
    title: 'Ask the passengers',
    story:
      'Each of these bookings may choose the next bus, on which seats are kept for a while, a full refund, or to keep its seats. Without an answer, those who booked last are moved, as few as needed, and never a wheelchair user, a family with an infant, or passengers of the last bus of the day.',
    nobody:
      'The seats are only in carts, so nobody has to be asked. They are free again within the hour.',
    send: (bookings: number, sum: string) =>
      `Ask ${bookings === 1 ? '1 booking' : `${bookings} bookings`}, refunds up to ${sum}`,
  },
  pages: 'Pages of bookings',
  more: 'More bookings',
  report: {
    title: 'Result',
    moved: 'On another bus',
    paid: 'Refunded',
    cost: 'Cost in refunds',
    reached: 'Reached by email or telephone',
    notReached: 'Not reached',
    median: 'Half of them were told within',
    ninetyFifth: '95% of them were told within',
    minutes: (minutes: string) => `${minutes} min`,
    byDeparture: 'By departure',
    departure: 'Departure',
    bookings: 'Bookings',
    waiting: 'Waiting',
    staying: 'As planned',
    none: 'This incident has no departures.',
  },
  stop: {
    closed: (stop: string) => `Closed: ${stop}`,
    moved: (stop: string, place: string) => `Moved: ${stop}. Now here: ${place}`,
    stands: (departures: number) =>
      departures === 1 ? 'On 1 departure.' : `On ${departures} departures.`,
    over: 'All its departures have left the stop, or serve it as usual again.',
    title: 'Served after all',
    story:
      'Booking opens again. Passengers who chose another stop, another bus or a refund keep it; all others are told, and travel as booked.',
    titleOfMoved: 'Back at its usual place',
    storyOfMoved:
      'Passengers who chose another bus or a refund keep it; all others are told, and travel as booked.',
    departure: 'Departure',
    all: 'All of them',
    send: 'Serve the stop as usual',
  },
  close: {
    title: 'Close the incident',
    story: 'Possible once every booking is settled and nobody is left to call.',
    send: 'Close the incident',
  },
  problems: 'Nothing was done',
  refusals: {
    'taken-by-other': 'A colleague is calling this passenger.',
    'no-call-needed': 'This passenger does not have to be called any more.',
    'not-taken': 'The five minutes are over. Press Call again.',
    'choice-over': 'The seats are no longer kept. Move the passenger in the booking.',
    'asked-already': 'A colleague has already asked the passengers.',
    'over-already': 'Everybody fits, or the bus has left. Nobody has to be asked any more.',
    'quote-changed':
      'The bookings have changed since you opened this page. Nobody was asked: please look at the new figures.',
    'too-full':
      'More people than seats are booked. The incident closes as soon as everybody fits, or when the bus leaves.',
    'still-late':
      'The bus is late. The incident closes once it is on time again, or has left its last stop.',
    'nothing-to-revive': 'These buses have left, or already run as planned.',
    'revival-changed':
      'A bus has left, or passengers have chosen since you opened this page. Nothing was done: please look at the new figures.',
    'nothing-to-reopen': 'The stop is already served as usual, or the buses have left.',
    'closed-already': 'A colleague has already closed this incident.',
    'not-decided': (open: number, toCall: number) =>
      `It cannot be closed yet: ${[
        open > 0 && `${open === 1 ? '1 booking is' : `${open} bookings are`} undecided`,
        toCall > 0 &&
          `${toCall === 1 ? '1 passenger has' : `${toCall} passengers have`} to be called`,
      ]
        .filter(Boolean)
        .join(', and ')}.`,
  },
}
