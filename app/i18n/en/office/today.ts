import type { WhyWaiting } from '#modules/support/why-waiting.ts'
import type { DifferenceKind } from '#modules/timetable/departure-status.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import type { AlertFacts, AlertKind } from '#platform/watch/alert-kinds.ts'

const alerts: Record<AlertKind, (facts: AlertFacts) => string> = {
  'amount-differs': () => 'A provider captured a different amount from the one we asked for',
  'captures-unknown': ({ provider, refunded, waiting }) =>
    `${provider} has payments that the database had lost: ${refunded} being refunded, ${waiting} waiting for a decision`,
  'checkout-rejected': () => 'The payment provider is rejecting our orders',
  'complaint-due': ({ reference, by }) =>
    `Complaint ${reference}: by law we must answer by ${dayOf(by)}`,
  'complaint-overdue': ({ reference, by }) =>
    `Complaint ${reference}: by law we had to answer by ${dayOf(by)}`,
  'departure-over-full': ({ seats, wanted }) =>
    `${seats} seats are taken on a bus that now has ${wanted}`,
  'enquiry-not-forwarded': () => 'An enquiry did not reach the company by email',
  'foreign-payment': () => 'The provider reports a payment that is not ours',
  'mail-parked': () => 'An email could not be sent',
  'mail-refused': () => 'An address refused our email',
  'many-forms-refused': ({ count }) => `${count} forms were refused within ten minutes`,
  'many-limits-refused': ({ count }) => `${count} requests over the limit within ten minutes`,
  'many-links-refused': ({ count }) => `${count} wrong links were opened within ten minutes`,
  'many-wrong-log-ins': ({ count }) => `${count} log-ins failed within ten minutes`,
  'money-without-order': () => 'A payment arrived with no booking for it; it is being refunded',
  'no-synchronous-standby': () => 'Sales are no longer copied to a second machine as they are made',
  'notice-of-unknown-payment': () => 'The provider reports a payment that we do not know',
  'notice-parked': () => 'A report from the provider could not be read',
  'payment-disputed': () => 'A cardholder disputes a payment',
  'payment-without-end': () => 'A payment has had no result for a day',
  'promise-broken': ({ all }) =>
    all === 1 ? 'An invariant is broken' : `An invariant is broken in ${all} places`,
  'refund-failed': () => 'A refund was refused',
  'refund-made-at-provider': () => 'A refund was made in the provider’s portal',
  'refund-of-disputed-payment': () => 'A refund waits until its dispute has ended',
  'refund-stuck': () => 'A refund has had no answer for ten hours',
  'seats-hoarded': ({ buses, held }) =>
    `Unpaid holds are blocking seats on ${buses === 1 ? '1 bus' : `${buses} buses`}, ${held} of them on the fullest`,
  'settlement-differs': ({ day, provider, differences: count }) =>
    `Settlement of ${day}: ${count === 1 ? '1 difference' : `${count} differences`} with ${provider}`,
  'watch-failed': () => 'The rules of the system could not be checked',
  'walk-up-not-undone': ({ reference }) =>
    `A sale at the door was undone by its driver, and stays in the books: ${reference}`,
  'walk-up-unknown': ({ reference }) =>
    `A phone reports a sale at the door that matches none of its seats: ${reference}`,
  'settlement-without-answer': ({ day }) => `Settlement of ${day}: a provider did not answer`,
  'timetable-not-published': () =>
    'A timetable was not published at its time. Its draft under Timetable says why.',
}

const payments: Record<WhyWaiting, (reference: string, asked: string, captured: string) => string> =
  {
    review: (reference, asked, captured) => `${reference}: paid ${captured} instead of ${asked}`,
    lost: (reference, asked) =>
      `${reference}: ${asked} was paid, and the database had lost the payment`,
    disputed: (reference, asked) => `${reference}: the payment of ${asked} is disputed`,
    'without-end': (reference, asked) =>
      `${reference}: the payment of ${asked} has had no result for a day`,
  }

const differences: Record<DifferenceKind, string> = {
  absent: 'no longer in the timetable',
  moved: 'at other times or stops in the timetable',
  altered: 'with another bus in the timetable',
  runs: 'cancelled, but still in the timetable',
}

export const today = {
  title: 'Today',
  asOf: (time: string) => `As of ${time}`,
  refresh: {
    again: 'Refresh',
    pause: 'Pause updates',
    resume: 'Resume updates',
    fresh: (time: string) => `Updated at ${time}`,
    paused: (time: string) => `Paused. Figures as of ${time}.`,
    stale: (time: string) => `No connection. Figures as of ${time}.`,
    newProblem: 'New problem:',
  },
  late: {
    reported: (minutes: number) => `Reported: ${minutes} min late.`,
    undo: 'Undo. Passengers already told will be told again.',
  },
  approvals: {
    title: 'To be confirmed by a second person',
    hint: 'Once a request is confirmed, the person who made it presses the button again. A sale at the door is undone straight away. A request lapses after 24 hours.',
    wants: {
      given: (who: string, amount: string) => `${who} wants to give ${amount} against the rules.`,
      refunded: (who: string, amount: string) =>
        `${who} wants to pay out a refund of ${amount} in cash.`,
      'paid-otherwise': (who: string, amount: string) =>
        `${who} wants to enter that a refund of ${amount} was paid by other means.`,
      'paid-out': (who: string, amount: string) =>
        `${who} wants to take ${amount} out of the till.`,
      undone: (who: string, amount: string) => `${who} wants to undo a sale of ${amount}.`,
      'undone-aboard': (who: string, amount: string) =>
        `${who} wants to undo a sale of ${amount} at the door, whose passengers may have travelled.`,
      'card-in-cash': (who: string, amount: string) =>
        `${who} wants to pay out ${amount} in cash that was paid by card.`,
      'own-till': (who: string, amount: string) =>
        `${who} wants to correct their own till by ${amount}.`,
    },
    because: (reason: string, since: string) => `“${reason}”, asked ${since}`,
    whyDoubtful: {
      boarded: 'Its passengers were counted aboard',
      left: 'The bus had left the stop',
      'too-late': 'The time for undoing it was over',
      'too-much': 'Many sales have been undone today',
    },
    own: 'A colleague has to decide this.',
    confirm: (amount: string) => `Confirm ${amount}`,
    refuse: (amount: string) => `Refuse ${amount}`,
    departure: 'Departure',
    till: 'Till',
    asked: (amount: string) =>
      `Nothing was done: ${amount} needs a second person. Your colleagues have been asked on Today; press again, with the same amount, once one of them has confirmed it.`,
    refusals: {
      'no-such-request': 'There is no such request.',
      'own-request': 'You cannot confirm your own request.',
      'decided-already': 'A colleague has already decided this.',
      lapsed: 'This request is too old. It has to be made again.',
      changed: 'This booking has been changed or refunded since. Refuse the request.',
    },
  },
  given: {
    title: 'Given, undone, paid out and sold by slip today',
    none: 'Nothing today.',
    who: 'Name',
    what: 'What',
    times: 'Times',
    amount: 'Amount',
    confirmed: 'Confirmed by a colleague',
    kinds: {
      given: 'given against the rules',
      refunded: 'refunds in cash',
      'paid-otherwise': 'refunds paid by other means',
      'paid-out': 'cash taken out of the till',
      undone: 'sales undone at the door',
      'undone-aboard': 'sales undone whose passengers may have travelled',
      'card-in-cash': 'card payments refunded in cash',
      'own-till': 'own till corrected',
      'on-terminal': 'sales at the card terminal, to compare with its own total',
    },
  },
  problems: {
    title: 'Problems',
    none: 'No problems.',
    more: (count: number) => `${count} more like this`,
    since: (time: string) => `since ${time}`,
    times: (count: number) => `${count} times`,
    seen: 'Mark as seen',
    seenOf: (what: string) => `Mark as seen: ${what}`,
    open: 'Open',
    alerts,
    breach: (id: string, count: number, promise: string) =>
      count === 1
        ? `${id} is broken: ${promise}`
        : `${id} is broken in ${count} places: ${promise}`,
    overFull: (time: string, stop: string, count: number) =>
      `${time} from ${stop}: ${count} ${count === 1 ? 'seat' : 'seats'} too many taken`,
    payments,
    refund: (reference: string, amount: string) =>
      `${reference}: the refund of ${amount} has not gone through`,
    mail: {
      refused: (reference: string, when: string) =>
        `${reference}: the address refused our email; the bus leaves on ${when}`,
      parked: (reference: string, when: string) =>
        `${reference}: our email could not be sent; the bus leaves on ${when}`,
    },
    unanswered: (reference: string) =>
      `Enquiry ${reference} has waited more than a day for an answer`,
    complaint: (reference: string, date: string) =>
      `Complaint ${reference}: by law we must answer by ${date}`,
    overdue: (reference: string, date: string) =>
      `Complaint ${reference}: by law we had to answer by ${date}`,
    differences,
    difference: (when: string, stop: string, kind: DifferenceKind, holders: number) =>
      `${when} from ${stop}: ${differences[kind]}, ${holders} ${holders === 1 ? 'booking' : 'bookings'}`,
    boardedTwice: (bus: string, ticket: string, tooMany: number) =>
      `${bus}: ${tooMany} too many let aboard with ticket ${ticket}`,
    withoutSeat: (bus: string, ticket: string, short: number) =>
      `${bus}: ${short === 1 ? 'a seat' : `${short} seats`} used by the people let aboard with ticket ${ticket} had already been sold`,
    withoutSpace: (bus: string, spaces: number) =>
      `${bus}: the bus has no space for ${spaces === 1 ? 'a booked wheelchair' : `${spaces} booked wheelchairs`}`,
    calls: (people: number, first: string, withPhone: number) =>
      `${people} ${people === 1 ? 'person' : 'people'} to call, first bus ${first}; ${withPhone === 0 ? 'no booking has a number' : `${withPhone} ${withPhone === 1 ? 'booking has' : 'bookings have'} a number`}`,
    silentBus: (bus: string, booked: number) =>
      `${bus}: no phone has reported who is aboard, ${booked} booked`,
    emptyBus: (bus: string, booked: number) => `${bus}: left with nobody aboard, ${booked} booked`,
    undriven: {
      nobody: (when: string, way: string) => `${when}, ${way}: no driver`,
      absent: (when: string, way: string, driver: string) => `${when}, ${way}: ${driver} is absent`,
      left: (when: string, way: string, driver: string) =>
        `${when}, ${way}: ${driver} no longer drives for us`,
    },
    inWorkshop: (when: string, way: string, plate: string) =>
      `${when}, ${way}: ${plate} is in the workshop`,
    duties: (count: number) =>
      count === 1
        ? 'One duty today or tomorrow needs checking'
        : `${count} duties today and tomorrow need checking`,
    timetableEnds: (date: string) => `The timetable ends on ${date}`,
    noTimetable: 'There is no timetable',
  },
  seenRefusals: {
    'no-such-alert': 'This alert no longer exists.',
    over: (when: string) => `Its cause ended ${when}, so there is nothing left to do.`,
    'acknowledged-already': (name: string, when: string) => `${name} marked it as seen ${when}.`,
    somebody: 'A colleague',
  },
  departures: {
    title: 'Now and next',
    caption: (from: string, until: string) => `Departures from ${from} to ${until}`,
    empty: (from: string, until: string) => `No bus departs between ${from} and ${until}.`,
    rest: 'All departures today',
    more: 'Later departures',
    aboard: 'Aboard',
    acts: 'Actions',
    ofPeople: (aboard: number, booked: number) => `${aboard}/${booked}`,
    manifest: 'Passenger list',
    late: 'Late …',
    planned: 'Planned',
  },
  sales: {
    title: 'Sales',
    chart: (sum: string, time: string, before: string, weekday: string) =>
      `Sales by the hour: ${sum} today until ${time}, ${before} on ${weekday} last week until then`,
    soFar: (sum: string, receipts: number) =>
      `${sum} today, in ${receipts} ${receipts === 1 ? 'sale' : 'sales'}`,
    before: (before: string, weekday: string) => `${before} on ${weekday} last week by this time`,
    today: 'Today',
    lastWeek: (weekday: string) => `${weekday} last week`,
    figures: 'Figures behind the chart',
    hour: 'Hour',
    hours: (from: string) => `${from}:00`,
    none: 'Nothing has been sold today or on this day last week.',
  },
  seats: {
    title: 'Sold today for the coming days',
    chart: (seats: number) => `Seats sold today for journeys in the next seven days: ${seats}`,
    largest: (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`),
    date: 'Date of travel',
    seats: 'Seats',
  },
}

/** The day in a fact of an alert. */
function dayOf(fact: string | number | null | undefined): string {
  return dayMonthYear(Temporal.PlainDate.from(String(fact)), 'en')
}
