import { CHOICE_FROM_MINUTES, TELL_FROM_MINUTES } from '#modules/rules/rules.ts'

import { CONCERNED, type FactOfConcerned } from './concerned.ts'

const toDepartures = (count: number) => (count === 1 ? '1 departure' : `${count} departures`)

const people = (count: number) => (count === 1 ? '1 passenger' : `${count} passengers`)

/** One incident of many departures: the form, and what it would do. */
export const incidentMany = {
  title: 'Report an incident',
  intro:
    'Cancel several departures, for example when an airport is closed for the afternoon, report one delay for several, or close or move a stop. Nothing is sent before you confirm.',
  what: 'Event',
  events: {
    cancel: 'The departures are cancelled',
    late: 'The departures are late',
    close: 'The stop is closed',
    move: 'The stop has moved',
  },
  onlyThis: 'Only the departure I came from',
  noStop: 'Choose the stop, and enter a day and both times.',
  late: {
    minutes: 'Minutes late',
    minutesHint: 'Up to 1440. 0 means on time again.',
    from: 'Late from',
    fromHint:
      'For a bus on the road, the delay starts at the next stop where passengers can board. If a bus should have left but has not, report it on its own page.',
    fromOf: {
      next: 'The next stop of each bus',
      stop: 'The stop chosen above',
    },
    incomplete:
      'Enter a day, both times and the minutes, from 0 to 1440, and choose a stop or at least one route. For a delay that begins at a stop, choose that stop.',
    refunds: 'Refunds',
    noRefunds: 'None',
    story: (minutes: number): string => {
      if (minutes === 0) {
        return 'The buses are immediately shown as on time again. Only passengers who were told of a delay are emailed. Those who have taken another bus stay on it; all others can no longer change.'
      }
      const shown = 'The delay is shown immediately on boards, tickets and the drivers’ phones. '
      if (minutes < TELL_FROM_MINUTES) {
        return `${shown}Below ${TELL_FROM_MINUTES} minutes nobody is emailed, except passengers who were told of a longer delay.`
      }
      const told = `${shown}Everyone who boards from there on is emailed the new time. Passengers who already know of a delay are emailed only if it has become shorter, or at least ${TELL_FROM_MINUTES} minutes longer. `
      return minutes < CHOICE_FROM_MINUTES
        ? `${told}Everyone stays on their bus.`
        : `${told}Everyone stays on their bus unless they choose another one on the same day, on which seats are kept for a while. Nobody is refunded.`
    },
    send: (minutes: number, departures: number, passengers: number) =>
      minutes === 0
        ? `On time again: ${toDepartures(departures)}, ${people(passengers)}`
        : `Report a delay of ${minutes} min: ${toDepartures(departures)}, ${people(passengers)}`,
    present: 'Delay so far',
    presentOf: (minutes: number) =>
      minutes === 0 ? 'on time' : `${Math.abs(minutes)} min ${minutes > 0 ? 'late' : 'early'}`,
    already: (minutes: number) =>
      minutes === 0 ? 'Already on time' : `Already reported ${minutes} min late`,
  },
  without: {
    head: 'Selection',
    leaveOut: 'Leave out',
    leaveOutOf: (departure: string) => `Leave out ${departure}`,
    title: 'Left out',
    takeIn: 'Include',
    takeInOf: (departure: string) => `Include ${departure}`,
  },
  closed: {
    story:
      'Booking from and to this stop ends immediately. Everyone who boards or gets off there is emailed and chooses the stop before or after it on the same bus, another bus, or a full refund, all free of charge. Without an answer they keep their bus and use the nearest stop; if none is near, they are refunded.',
    send: (departures: number, passengers: number, sum: string) =>
      `Close the stop for ${toDepartures(departures)}: ${people(passengers)}, refunds up to ${sum}`,
  },
  moved: {
    story:
      'Everyone who boards or gets off there is emailed the new place, which tickets and the driver’s list show as well. They stay on their bus unless they choose another one or a full refund. The stop remains on sale.',
    send: (departures: number, passengers: number, sum: string) =>
      `Move the stop for ${toDepartures(departures)}: ${people(passengers)}, refunds up to ${sum}`,
    instead: 'Move it to another stop',
    noStop: 'No, use the place below',
    place: (language: string) => `The place in words, ${language}`,
    map: 'The place on a map',
    mapHint: 'Paste the coordinates from a map: 35.17531, 33.36420. Optional.',
    noPlace: 'Describe the place in every language, or choose another stop.',
    badMap: 'Write two numbers, such as 35.17531, 33.36420, or leave it empty.',
  },
  toList: 'All incidents',
  selection: 'Departures',
  day: 'Day',
  from: 'From',
  until: 'Until',
  untilHint: 'If the second time is before the first, it is on the next day.',
  stop: 'Calling at',
  stopHint: 'The times are those at this stop, or at the first stop of each bus if none is chosen.',
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
    `More than ${most} departures match. Choose a shorter time or fewer routes, and change them in several steps.`,
  story:
    'Everyone is emailed and chooses one of the next buses, on which seats are kept for a while, or a full refund, both free of charge. Wheelchair users, families with infants and those with a second journey are offered seats first. Afterwards you see who has to be called.',
  reason: 'Reason',
  reasonHint: 'Recorded in the audit. Passengers never see it.',
  noReason: 'Enter a reason.',
  send: (departures: number, passengers: number, sum: string) =>
    `Cancel ${toDepartures(departures)}: ${people(passengers)}, refunds up to ${sum}`,
  departures: 'Departures',
  noDepartures: 'No departures match, or they have already left.',
  bookings: 'Bookings',
  nobody: 'Nobody has a seat on these departures.',
  pages: 'Pages of bookings',
  next: 'More bookings',
  leaves: 'Departure',
  boards: 'Boards at',
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
    offered: 'offered seats here because of another incident',
  },
  mail: 'Email',
  phone: 'Telephone',
  known: 'Known',
  notKnown: 'Not known',
  paid: 'Paid',
  refusals: {
    'none-chosen':
      'No departures match any more: they have left, or a colleague has cancelled them, changed the stop or reported the delay.',
    'too-many': (most: number) => `At most ${most} departures can be changed in one step.`,
    'reported-meanwhile':
      'In the meantime a colleague or driver has reported a delay for one of these departures. Check again, and confirm.',
    'quote-changed': (departures: number, bookings: number) =>
      `The numbers have changed. It is now ${toDepartures(departures)} with ${bookings === 1 ? '1 booking' : `${bookings} bookings`}. Check again, and confirm.`,
  },
}

/** The sums that are shown before anything is sent. */
export type FactOfMany = FactOfConcerned | 'departures'
