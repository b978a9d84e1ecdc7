import { CONCERNED, type FactOfConcerned } from './concerned.ts'

const people = (count: number) => (count === 1 ? '1 passenger' : `${count} passengers`)

/** One incident of many departures: the form, and what it would do. */
export const incidentMany = {
  title: 'Departures or a stop',
  intro:
    'Cancel several departures, for example when an airport is closed for the afternoon, or close or move a stop. Nothing is sent before you confirm.',
  what: 'Event',
  events: {
    cancel: 'The departures are cancelled',
    close: 'The stop is closed',
    move: 'The stop has moved',
  },
  onlyThis: 'Only the departure that I came from',
  noStop: 'Give the stop, a day and both times.',
  closed: {
    story:
      'Booking from and to this stop ends immediately. Everyone who boards or gets off there is emailed and chooses the stop before or after it on the same bus, another bus, or a full refund, all free of charge. Without an answer they keep their bus and use the nearest stop; if none is near, they get their money.',
    send: (departures: number, passengers: number, sum: string) =>
      `Close the stop for ${departures === 1 ? '1 departure' : `${departures} departures`}: ${people(passengers)}, up to ${sum}`,
  },
  moved: {
    story:
      'Everyone who boards or gets off there is emailed the new place, which tickets and the driver’s list show as well. They stay on their bus unless they choose another one or a full refund. The stop remains on sale.',
    send: (departures: number, passengers: number, sum: string) =>
      `Move the stop for ${departures === 1 ? '1 departure' : `${departures} departures`}: ${people(passengers)}, up to ${sum}`,
    instead: 'Another stop of these buses',
    noStop: 'No, the place below',
    place: (language: string) => `The place in words, ${language}`,
    map: 'The place on a map',
    mapHint: 'As a map copies it: 35.17531, 33.36420. May be empty.',
    noPlace: 'Describe the place in every language, or choose another stop.',
    badMap: 'Write two numbers, such as 35.17531, 33.36420, or nothing.',
  },
  toList: 'All incidents',
  selection: 'Departures',
  day: 'Day',
  from: 'From',
  until: 'Until',
  untilHint: 'If the second time is before the first, it is on the next day.',
  stop: 'Calling at',
  stopHint: 'The times count at this stop; without one, at the first stop of each bus.',
  anyStop: 'Any stop',
  routes: 'Routes (none chosen: all that call at the stop)',
  percent: 'Free seats on other buses that may be kept',
  percentHint: 'More seats for these passengers leave fewer on sale until they have answered.',
  percentOf: (percent: number) => `${percent}%`,
  show: 'Show the departures',
  problems: 'Nothing was done',
  incomplete: 'Enter a day and both times, and choose a stop or at least one route.',
  concerns: (window: string) => `Affected: ${window}`,
  facts: [{ of: 'departures', name: 'Departures' }, ...CONCERNED] as {
    of: FactOfMany
    name: string
  }[],
  atMost: 'Refunds at most',
  tooMany: (most: number) =>
    `More than ${most} departures match. Choose a shorter time or fewer routes, and cancel them in several steps.`,
  story:
    'Everyone is emailed and chooses one of the next buses, on which seats are kept for a while, or a full refund, both free of charge. Wheelchair users, families with infants and those with a second journey are offered seats first. Afterwards you see who has to be called.',
  reason: 'Reason',
  reasonHint: 'Recorded in the audit.',
  noReason: 'Enter a reason.',
  send: (departures: number, passengers: number, sum: string) =>
    `Cancel ${departures === 1 ? '1 departure' : `${departures} departures`}: ${people(passengers)}, up to ${sum}`,
  departures: 'Departures',
  noDepartures: 'No departures match, or they have left already.',
  bookings: 'Bookings',
  nobody: 'Nobody has a seat on these departures.',
  pages: 'Pages of bookings',
  next: 'More bookings',
  leaves: 'Departure',
  journey: 'Route',
  people: 'People',
  booking: 'Booking',
  name: 'Name',
  needs: {
    title: 'Needs',
    wheelchairs: (count: number) => (count === 1 ? 'wheelchair' : `${count} wheelchairs`),
    infants: (count: number) => (count === 1 ? 'infant' : `${count} infants`),
    lastBus: 'last bus of the day',
    onward: 'another journey that day',
  },
  mail: 'Email',
  phone: 'Telephone',
  known: 'Known',
  notKnown: 'Not known',
  paid: 'Paid',
  refusals: {
    'none-chosen':
      'No departures match any more: they have left, or a colleague has cancelled them or changed the stop.',
    'too-many': (most: number) => `At most ${most} departures can be changed in one step.`,
    'quote-changed': (departures: number, bookings: number) =>
      `Something has changed meanwhile: it is now ${departures === 1 ? '1 departure' : `${departures} departures`} with ${bookings === 1 ? '1 booking' : `${bookings} bookings`}. Check again, and confirm.`,
  },
}

/** The sums that are shown before anything is sent. */
export type FactOfMany = FactOfConcerned | 'departures'
