import type { PlaceName } from '#app/i18n/place-name.ts'
import { MINDER_AGE } from '#modules/rules/rules.ts'

export const bookNow = {
  title: 'Book your journey',
  titleOf: (from: PlaceName, to: PlaceName) => `${from.name} to ${inSentence(to)}`,
  intro:
    'Choose where you are travelling from and to. We will show every departure that day, with prices.',

  search: {
    heading: 'Search for departures',
    change: 'Change search',
    from: 'From',
    to: 'To',
    choosePlace: 'Choose a place',
    allStops: (area: string) => `${area}, any stop`,
    swap: 'Swap from and to',
    date: 'Date',
    time: 'Leaving after',
    passengers: 'Passengers',
    wheelchair: 'With a wheelchair space',
    trip: 'Journey',
    oneWay: 'One way',
    return: 'Return',
    returnDate: 'Return date',
    returning: (date: string) => `Return ${date}`,
    submit: 'Show departures',
    summary: (date: string, time: string | null) => (time ? `${date}, after ${time}` : date),
  },

  remarksHeading: 'We could not use part of this link',
  chooseAgain: 'Please choose again',

  legs: {
    outbound: 'Departures',
    inbound: 'Return departures',
    outboundChosen: 'Outward journey',
    inboundChosen: 'Return journey',
    fromTo: (from: PlaceName, to: PlaceName) => `${from.name} to ${inSentence(to)}`,
    change: 'Change departure',
    beThere: (time: string) => `Be at the stop by ${time}.`,
  },

  days: {
    label: 'Other days',
    word: (count: number): string => (count === 1 ? 'departure' : 'departures'),
    none: 'none',
  },

  board: {
    nightOf: (from: string, to: string) => `Night of ${from} to ${to}`,
    earlier: (count: number) =>
      count === 1 ? '1 earlier departure' : `${count} earlier departures`,
    departs: 'leaves',
    arrives: 'arrives',
    from: (place: PlaceName) => `from ${inSentence(place)}`,
    at: (place: PlaceName) => `at ${inSentence(place)}`,
    to: 'to',
    select: 'Select',
    priceFor: (party: string) => `Price for ${party}`,
    /** For a departure that was tapped on a board and serves several stops. */
    chooseStop: 'Choose your stop on this departure.',
    /** On the page for changing a ride: the difference to the amount already paid. */
    difference: {
      label: 'Price difference',
      none: 'free',
      more: (amount: string) => `+${amount}`,
      back: (amount: string) => `${amount} refund`,
    },
    seatsLeft: (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`),
    notRunning: (time: string) =>
      `There is no ${time} bus that night: the clocks go forward and skip that hour.`,
    notRunningLabel: 'Not running',
    reduced: 'Reduced timetable on this date: some of the usual departures do not run.',
    clocksChange:
      'The clocks change that night. EEST is summer time; EET is winter time, one hour behind.',
    states: {
      'sold-out': 'Sold out',
      'not-enough-seats': (seats: number) => (seats === 1 ? 'Only 1 seat' : `Only ${seats} seats`),
      closed: 'Booking closed',
      departed: 'Departed',
      cancelled: 'Cancelled',
      booked: 'Your current bus',
      'before-arrival': 'Before you arrive',
      'wheelchair-access-unknown': 'Wheelchair access not known',
      'stop-closed': 'Does not stop here that day',
      'stop-not-accessible': 'No wheelchair access at the stop',
      'wheelchair-notice-too-short': 'Too late for a wheelchair space',
      'no-wheelchair-place': 'No wheelchair space free',
    },
    wheelchairCall:
      'No wheelchair space on the departure you need? Call us and we will do what we can.',
    saleRule: (minutes: number) =>
      `You can book until ${minutes} minutes before the bus leaves your stop.`,
  },

  situations: {
    over: 'There are no more departures you can book on this date.',
    overAfter: (time: string) => `You cannot book a departure after ${time} on this date.`,
    noneThisDay: 'No buses run between these places on this date.',
    nextDay: (date: string) => `Next departures: ${date}`,
    noDirect: 'There is no direct bus between these places.',
    noDirectAdvice: (via: PlaceName) =>
      `You can travel via ${inSentence(via)} on two separate tickets. The connection is not guaranteed: if the first bus is late, the second will not wait, so leave plenty of time.`,
    firstTicket: (from: PlaceName, to: PlaceName) =>
      `First: ${inSentence(from)} to ${inSentence(to)}`,
    secondTicket: (from: PlaceName, to: PlaceName) =>
      `Then: ${inSentence(from)} to ${inSentence(to)}`,
    noWay: 'We do not sell tickets between these two places. Please choose others, or call us.',
    notPublished: 'The timetable for this date is not published yet.',
    publishedUntil: (date: string) => `Show ${date}, the last day you can book`,
    nothingPublished: 'No timetable is published at the moment. Please call us.',
    past: 'This date has passed.',
    today: 'See today’s departures',
    samePlace: 'You chose the same place twice. Where do you want to go?',
  },

  pairs: {
    heading: 'Where our buses go',
    from: (place: PlaceName) => `From ${inSentence(place)}`,
    perAdult: 'Adult fare, one way.',
  },

  party: {
    heading: 'Passengers and price',
    locked: 'Select a departure first',
    lockedAdvice: 'You can then see the price of each seat and add the booking to your cart.',
    change: 'Change',
    lockedReturn: 'Select a return departure first',
    free: 'free',
    fewer: (label: string) => `Fewer ${uncapitalised(label)}`,
    more: (label: string) => `More ${uncapitalised(label)}`,
    agesRule: `Use the age on the day of travel. Children must travel with an adult or student aged ${MINDER_AGE} or over.`,
    infantsRule: 'Infants must travel on a lap: one per adult or student.',
    studentsRule: 'Students must show a valid student card when boarding.',
    wheelchair: 'Wheelchair space',
    wheelchairOne: 'One of us will travel in a wheelchair',
    wheelchairMany: 'Travelling in a wheelchair',
    wheelchairUntil: (when: string, hours: number) =>
      `Book it by ${when} (${hours} hours before departure).`,
    wheelchairTooLate: (when: string, hours: number) =>
      `You need to ask for a wheelchair space at least ${hours} hours ahead. For this journey the deadline was ${when}. Please call us and we will do our best.`,
    wheelchairTaken:
      'No wheelchair space is free on this bus. Choose another departure, or call us.',
    wheelchairNotKnown:
      'We do not know yet whether these stops and this bus are accessible by wheelchair. Please call us and we will find out.',
    wheelchairNoAccess:
      'One of these stops cannot be used with a wheelchair yet. Please call us and we will help you find another way.',
    callUs: (from: string, until: string) => `Every day, ${from} to ${until}`,
    luggage: (kilograms: number) =>
      `${kilograms} kg of luggage per person: one piece in the hold, one small piece with you. Pushchairs and walking aids are free.`,
    thereLine: 'Outward',
    backLine: 'Return',
    total: 'Total',
    vatIncluded: 'All taxes are included.',
    update: 'Update the total',
    addToCart: 'Add to cart',
    adding: 'Adding…',
    holdRule: (minutes: number) =>
      `Your seats are not held yet. Once they are in the cart we hold them for ${minutes} minutes.`,
    largeParty: (most: number) => `More than ${most} people? Call us:`,
  },
}

/** With its article, if it has one: "to the Famagusta area". */
function inSentence({ name, accusative }: PlaceName): string {
  return accusative ?? name
}

/** "Fewer adults (over 12)" */
function uncapitalised(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
