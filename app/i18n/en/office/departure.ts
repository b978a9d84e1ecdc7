import type { TellRefusal } from '#app/i18n/departure-refusals.ts'
import { CHOICE_FROM_MINUTES } from '#modules/rules/rules.ts'

import { CONCERNED } from './concerned.ts'

export const departure = {
  title: 'Departure',
  titleOf: (time: string, way: string) => `${time} ${way}`,
  toList: 'Departures',
  passengers: 'Passenger list',
  facts: {
    date: 'Date',
    route: 'Route',
    seats: 'Seats on sale',
    wanted: 'Planned seats',
    wheelchairs: 'Wheelchair spaces',
    vehicle: 'Vehicle',
    driver: 'Driver',
    relief: 'Relief bus',
    nobody: 'nobody yet',
    pinned: 'Changed by hand: timetable imports leave it alone',
    on: 'Yes',
  },
  load: {
    title: 'Passengers by leg',
    leg: 'Leg',
    sold: 'Sold',
    held: 'Held',
    leased: 'At the door',
    leasedTo: (seats: number, phones: string) =>
      `${seats === 1 ? '1 seat is' : `${seats} seats are`} leased to phone ${phones}, to be sold at the door.`,
    blocked: 'Blocked',
    free: 'Free',
    wheelchairs: 'Wheelchairs',
    bar: 'Load',
    none: 'This departure has no legs.',
  },
  stops: {
    title: 'Stops',
    stop: 'Stop',
    planned: 'Planned',
    expected: 'Expected',
    bay: 'Bay today',
    asPlanned: 'As planned',
    closed: 'Closed',
    moved: (place: string) => `Moved to: ${place}`,
    change: 'Change',
    changeThis: 'Close or move',
  },
  acts: 'Actions',
  reason: 'Reason',
  reasonHint: 'Kept in the list of changes. Passengers never see it.',
  reopen: {
    title: (stop: string, time: string) => `Left ${stop} at ${time}`,
    story: (until: string) =>
      `If the driver pressed “We are leaving” by mistake, you can open boarding again until ${until}. Passengers are no longer counted as missing, and the phones show it once they have updated their lists.`,
    send: 'Open boarding again',
  },
  late: {
    title: 'Late',
    quick: 'Late from the first stop onwards',
    plus: (minutes: number) => `+${minutes} min`,
    from: 'From this stop onwards',
    boarding: 'Boarding at each stop or later:',
    fromFirst: (onward: string) => `Boarding at the first stop or later: ${onward}.`,
    onward: ({ bookings, passengers }: { bookings: number; passengers: number }) =>
      passengers === 0
        ? 'nobody'
        : `${passengers === 1 ? '1 passenger' : `${passengers} passengers`}, ${bookings === 1 ? '1 booking' : `${bookings} bookings`}`,
    minutes: 'Minutes',
    minutesHint: `From −10 (early) to 1440. Passengers are emailed if the bus is early, or 10 minutes late or more. At ${CHOICE_FROM_MINUTES} minutes late or more they may take another bus that day.`,
    reasonHint: `Given only if the bus is ${CHOICE_FROM_MINUTES} minutes late or more: in emails, in the booking and to journey planners.`,
    changeReason: 'Change the reason on the page of the incident',
    send: 'Report the delay',
    onTime: 'On time again',
    onTimeHint: 'Only passengers who were told of a delay are emailed.',
  },
  sale: {
    title: 'Booking',
    close: 'Close booking',
    closeHint: 'No new bookings. People with seats in their cart can still pay.',
    open: 'Open booking again',
  },
  by: (name: string, when: string) => `${name}, ${when}`,
  blocks: {
    title: 'Blocked seats',
    block: (seats: number, reason: string) =>
      `${seats === 1 ? '1 seat' : `${seats} seats`}: ${reason}`,
    free: 'Free',
    freeThese: (seats: number, reason: string) =>
      `Free ${seats === 1 ? 'the seat' : `the ${seats} seats`}: ${reason}`,
    lead: 'Block seats',
    hint: 'Keeps seats off sale from the first stop to the last, for instance for a school class that pays by invoice. You can free them again at any time.',
    seats: 'Seats to block',
    send: 'Block the seats',
    cancelled: (seats: number, reason: string) =>
      `${seats === 1 ? '1 seat is' : `${seats} seats are`} blocked here (${reason}). These people have no booking and no email from us: please tell them yourself.`,
  },
  extra: {
    titles: { extra: 'Extra bus', charter: 'Charter' },
    stories: {
      extra:
        'The office added this bus. Travellers can book it, and timetable imports leave it alone.',
      charter:
        'Somebody has ordered this bus. Travellers neither see it nor book it, and timetable imports leave it alone.',
    },
    orderedBy: 'Ordered by',
    reason: 'Reason',
    addedBy: 'Added by',
    remove: 'Remove this bus',
    removeHint:
      'Only while nobody has it in a cart or a booking, and it has no vehicle and no duty. Otherwise cancel it, so that everybody is told.',
    cancelled: (orderedBy: string) =>
      `This charter was ordered by ${orderedBy}, who gets no email from us: please tell them yourself.`,
  },
  capacity: {
    title: 'Seats',
    seats: 'Seats',
    wheelchairs: 'Wheelchair spaces',
    hint: 'If more seats are taken than that, nobody loses one: booking closes, and opens again as soon as everyone fits.',
    send: 'Change the seats',
  },
  vehicle: {
    title: 'Vehicle',
    label: 'Vehicle',
    hint: 'The vehicle decides how many seats are sold. If more people are booked than it has seats, nobody loses one: booking closes until everyone fits.',
    none: 'No vehicle',
    busy: 'busy then',
    workshop: 'in the workshop then',
    send: 'Change the vehicle',
  },
  relief: {
    title: 'Relief bus',
    hint: 'A second vehicle that runs beside the first one. The seats of both are sold, and every ticket is valid on both.',
    label: 'Second vehicle',
    none: 'No relief bus',
    duty: 'Driver',
    noDuty: 'Nobody yet',
    send: 'Change the relief bus',
  },
  bay: {
    title: 'Bay',
    stop: 'Stop',
    bay: 'Bay',
    bayHint: 'Such as 4. Leave everything empty to return to the timetable.',
    directions: (language: string) => `Directions (${language})`,
    send: 'Change the bay',
  },
  message: {
    title: 'Message',
    to: 'To',
    all: 'Everyone with a seat',
    stop: (name: string) => `People who board at ${name}`,
    text: (language: string) => `Message (${language})`,
    hint: 'Each booking gets one email, in its own language.',
    send: 'Send the message',
  },
  cancel: {
    title: 'Cancel the departure',
    lead: 'Cancel this departure',
    concerns: 'Affected',
    facts: CONCERNED,
    atMost: 'Refunds at most',
    story:
      'Everyone is emailed and chooses one of the next buses, on which seats are kept for a while, or a full refund, both free of charge. Without an answer they are moved to a bus within three hours, if there is one and their terms allow it; otherwise they are refunded after the day of travel. You will then see who has to be called.',
    nobody: 'Nobody has a seat on this departure. It will no longer be sold.',
    button: (time: string, passengers: number, sum: string) =>
      passengers === 0
        ? `Cancel the ${time}`
        : `Cancel the ${time}: ${passengers === 1 ? '1 passenger' : `${passengers} passengers`}, refunds up to ${sum}`,
    back: 'Back to the departure',
  },
  breakOff: {
    title: 'The bus goes no further',
    lead: 'The bus broke down or never came',
    from: 'First stop it will not reach',
    never: 'It never came',
    choose: 'Show who is affected',
    story:
      'Those who board there or further on choose as if the bus were cancelled: one of the next buses, on which seats are kept for a while, or a full refund, both free of charge. Without an answer they are moved to a bus within three hours, if there is one and their terms allow it; otherwise they are refunded after the day of travel. You will then see who has to be called. These stops are no longer sold from now on.',
    nobody: 'Nobody boards there or further on. These stops will no longer be sold.',
    riding: 'They need another bus',
    ridingHint:
      'They boarded before, or were not counted at the door, and travel further than the bus will go. They keep their tickets and hear nothing from us: send them a relief bus.',
    ridingNone: 'Nobody travels further than the bus will go.',
    passenger: 'Booking',
    people: 'People',
    aboard: 'Aboard, as counted',
    button: (stop: string, passengers: number, sum: string) =>
      `Ends before ${stop}: ${passengers === 1 ? '1 passenger' : `${passengers} passengers`}, up to ${sum}`,
    done: (stop: string) => `The bus goes no further: it does not reach ${stop} or any later stop.`,
  },
  incidents: {
    'not-running': 'What happened to the passengers',
    'smaller-bus': 'Smaller bus: who is affected',
    late: 'Late: who takes another bus',
    retimed: 'New times: who is affected',
    'stop-closed': 'Stop closed: who is affected',
    'stop-moved': 'Stop moved: who is affected',
  },
  revive: {
    title: 'Run after all',
    story: (staying: number) =>
      `${staying === 1 ? '1 booking still has its seats' : `${staying} bookings still have their seats`} and will be told that the bus runs.`,
    moved: (moved: number) =>
      `${moved === 1 ? '1 booking has' : `${moved} bookings have`} already chosen another bus or a refund and will keep it.`,
    send: 'Run after all',
  },
  runAnyway: {
    title: 'Run anyway',
    story: (bookings: number) =>
      `The timetable no longer has this departure, but ${bookings === 1 ? '1 booking has' : `${bookings} bookings have`} seats on it. Run it for them, or cancel it.`,
    send: 'Run anyway',
  },
  changes: { title: 'Changes', none: 'Nobody has changed this departure.' },
  actions: {
    late: 'Late',
    early: 'Early',
    'on-time': 'On time again',
    'boarding-reopened': 'Boarding opened again',
    capacity: 'Seats changed',
    vehicle: 'Vehicle changed',
    relief: 'Relief bus changed',
    'sale-closed': 'Booking closed',
    'sale-opened': 'Booking opened',
    bay: 'Bay changed',
    message: 'Message sent',
    cancelled: 'Cancelled',
    'broke-down': 'Goes no further',
    'departures-cancelled': 'Cancelled with others',
    'departures-retimed': 'New times of the timetable',
    'stop-closed': 'Stop closed',
    'stop-moved': 'Stop moved',
    'stop-reopened': 'Stop served after all',
    'told-reason-changed': 'Reason given to passengers changed',
    revived: 'Running after all',
    'run-anyway': 'Running anyway',
    'extra-added': 'Added by the office',
    'seats-blocked': 'Seats blocked',
    'seats-freed': 'Blocked seats freed',
  } as Record<string, string>,
  minutes: (minutes: number) => `${minutes} min`,
  seatsNow: (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`),
  news: {
    title: 'Messages to passengers',
    none: 'Passengers have not been told anything yet.',
    late: (minutes: number) =>
      minutes === 0 ? 'On time again' : `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)} min`,
    cancelled: 'Cancelled',
    revived: 'Running after all',
    newOffers: 'Seats on another bus gone: other seats offered',
    smaller: 'Smaller bus: asked to choose',
    kept: 'Keep their seats',
    retimed: 'New times',
    stopClosed: 'Stop closed',
    stopMoved: 'Stop moved',
    stopReopened: 'Stop served after all',
    counts: (news: { sent: number; waiting: number; failed: number }) =>
      [
        `${news.sent} sent`,
        news.waiting > 0 && `${news.waiting} waiting`,
        news.failed > 0 && `${news.failed} not delivered`,
      ]
        .filter(Boolean)
        .join(', '),
  },
  problems: 'Nothing was done',
  refusals: {
    'no-such-departure': () => 'This departure no longer exists.',
    'changed-meanwhile': ({ by, what, when }) =>
      `${by} changed this departure ${when} (${what}). Nothing was done: please look at it again.`,
    'not-running': () => 'This departure is not running.',
    'has-left': ({ when }) => `The bus left${when ? ` ${when}` : ''}.`,
    'not-left': () => 'The bus has not left yet: cancel the departure.',
    'broken-already': () => 'This bus has already been reported as ending early.',
    'people-aboard': () =>
      'People were let aboard at the first stop, so the bus came. Choose the first stop it will not reach.',
    'no-such-stop': () => 'Choose a stop at which passengers board.',
    'journey-over': () => 'This journey ended long ago.',
    'reported-already': ({ minutes }) => {
      if (minutes === 0) return 'This bus is already shown as on time.'
      return minutes > 0
        ? `A delay of ${minutes} min has already been reported.`
        : `The bus has already been reported ${-minutes} min early.`
    },
    'left-no-more': () =>
      'Boarding is open again, or the bus has left a later stop. Please look at it again.',
    'left-too-long-ago': ({ minutes, until }) =>
      `The ${minutes} minutes are over: boarding could be opened again until ${until}.`,
    'boarded-beyond': () => 'People were let aboard at a later stop, so the bus has left this one.',
    'minutes-missing': () => 'Enter a whole number from −10 to 1440.',
    'closed-already': () => 'Booking is already closed.',
    'not-closed': () => 'Booking is already open.',
    'over-full': ({ taken, from, to, seats }) =>
      `${taken} people are booked from ${from} to ${to}, but the bus has ${seats === 1 ? '1 seat' : `${seats} seats`}. Booking opens as soon as they fit.`,
    unchanged: () => 'These numbers already apply.',
    'seats-missing': () => 'Enter whole numbers: 1 to 200 seats, and 0 to 20 wheelchair spaces.',
    'directions-missing': () => 'Write the directions in both languages, or in none.',
    'language-missing': () => 'Write the message in both languages.',
    'message-too-long': ({ most }) => `Write at most ${most} characters.`,
    'nobody-to-tell': () => 'Nobody has a seat there.',
    'cancelled-already': () => 'This departure has already been cancelled.',
    'quote-changed': () =>
      'Other people have booked or cancelled since. Check the new numbers, then press again.',
    'reason-missing': () => 'Write the reason.',
    'not-cancelled': () => 'This departure is already running.',
    'not-withdrawn': () => 'This departure is in the timetable.',
    'no-such-vehicle': () => 'Choose a vehicle of the company.',
    'vehicle-sold': () => 'This vehicle has been sold.',
    'vehicle-in-workshop': ({ until }) => `This vehicle is in the workshop until ${until}.`,
    'vehicle-busy': ({ plate, time, from, to, until }) =>
      `${plate} runs the ${time} from ${from} to ${to} until ${until}.`,
    'vehicle-unchanged': () => 'This departure already has this vehicle.',
    'has-relief': () => 'A relief bus runs beside this vehicle. Remove the relief bus first.',
    'no-first-vehicle': () => 'Give the departure a vehicle of its own first.',
    'no-such-relief-duty': () => 'Choose another driver with a duty on this day.',
    'beyond-vehicle': ({ plate, seats, wheelchairs }) =>
      `${plate} has fewer places (seats: ${seats}, wheelchair spaces: ${wheelchairs}). Enter no more than that, or change the vehicle.`,
    'not-for-sale': () => 'This departure is not on sale, so there are no seats to block.',
    'seats-to-block-missing': () => 'Enter the number of seats, such as 20.',
    'not-so-many-free': ({ seatsLeft }) => {
      if (seatsLeft === 0) return 'No seat is free on the whole way.'
      return seatsLeft === 1
        ? 'Only 1 seat is free on the whole way.'
        : `Only ${seatsLeft} seats are free on the whole way.`
    },
    'no-such-block': () => 'These seats have already been freed.',
    'of-timetable': () => 'This departure is in the timetable: cancel it instead.',
    'in-use': () =>
      'Somebody has it in a cart or a booking, seats are blocked, or it has a vehicle, a duty or news. Take these off first, or cancel the departure.',
    'on-sale-otherwise': () => 'The same bus is on sale at another time that day.',
  } satisfies TellRefusal as TellRefusal,
}
