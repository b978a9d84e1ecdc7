import type { RetimeObstacle } from '#modules/incidents/times/retimed.ts'
import { RETIMED_CHOICE_MINUTES } from '#modules/rules/rules.ts'

const departuresOf = (count: number) => (count === 1 ? '1 departure' : `${count} departures`)
const bookingsOf = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`)
const people = (count: number) => (count === 1 ? '1 passenger' : `${count} passengers`)
const minutesOf = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

const obstacles: Record<RetimeObstacle, string> = {
  'has-left': 'Left out: it has left, by the old or the new time.',
  'stops-differ':
    'Left out: the new bus does not call at the same stops. Cancel the old one, and its passengers choose another bus or a refund.',
  'too-full':
    'Left out: the bus at the new time has already been sold, and has no room for everybody. Give it a bigger bus first, or cancel the old departure.',
}

/** Departures that differ from the timetable that they were sold by. */
export const differences = {
  title: 'Sold, but different in the timetable',
  intro:
    'An import of a timetable never changes what has been sold. It takes these departures off sale at their old times and waits for your decision.',
  toList: 'All departures that differ',
  none: 'Every departure with bookings is in the timetable as it was sold.',
  problems: 'Nothing was done',
  leaves: 'Sold for',
  from: 'From',
  difference: 'Difference',
  bookings: 'Bookings',
  act: 'What can be done',
  take: 'Apply the new times',
  takeAll: 'Apply the new times to all of them',
  cancel: 'Cancel this departure',
  checkTitle: 'Before anything is sent',
  facts: [
    { of: 'departures', name: 'Departures' },
    { of: 'bookings', name: 'Bookings' },
    { of: 'passengers', name: 'Passengers' },
    { of: 'withChoice', name: 'Bookings that may choose' },
    { of: 'wheelchairs', name: 'Wheelchair users' },
    { of: 'infants', name: 'Infants' },
    { of: 'withoutMail', name: 'Without a usable email' },
    { of: 'withPhone', name: 'With a telephone number' },
  ] as { of: FactOfRetiming; name: string }[],
  atMost: 'Refunds at most',
  story: `Tickets stay valid and show the new times straight away. Everyone is emailed the old and the new time. Those whose bus leaves earlier, or leaves or arrives at least ${RETIMED_CHOICE_MINUTES} minutes later, may take another bus, on which seats are kept for a while, or a full refund.`,
  silence:
    'Without an answer they keep their seats, and the email says so. Those whose bus leaves earlier and who do not open their link have to be called first.',
  reason: 'Reason',
  reasonHint:
    'Recorded in the audit, for example the name of the new timetable. Passengers never see it.',
  noReason: 'Give a reason.',
  send: (departures: number, passengers: number, sum: string) =>
    `Apply the new times to ${departuresOf(departures)}: ${people(passengers)}, refunds up to ${sum}`,
  nothing: 'None of these departures can get new times.',
  retimed: 'Old and new times',
  times: 'Times',
  time: (stop: string, was: string, is: string, minutes: number) =>
    `${stop}: ${is} instead of ${was} (${minutesOf(Math.abs(minutes))} ${minutes < 0 ? 'earlier' : 'later'})`,
  people: 'People',
  notes: 'Remarks',
  obstacles,
  pinned: 'Changed by hand: only its times change, and what was decided about it stays.',
  busy: (plate: string) =>
    `Vehicle ${plate} is on the road with another departure at the new times.`,
  refusals: {
    'none-to-retime':
      'None of these departures can get new times any more: a colleague has done it, or they have left.',
    'too-many': (most: number) => `At most ${most} departures can get new times in one step.`,
    'quote-changed': (departures: number, bookings: number) =>
      `The numbers have changed. It is now ${departuresOf(departures)} with ${bookingsOf(bookings)}. Check again, and confirm.`,
  },
}

/** The sums that are shown before anything is sent. */
export type FactOfRetiming =
  | 'departures'
  | 'bookings'
  | 'passengers'
  | 'withChoice'
  | 'wheelchairs'
  | 'infants'
  | 'withoutMail'
  | 'withPhone'
