import type { PlaceName } from '#app/components/booking/view.ts'

export const bookNow = {
  title: 'Book your ride',
  titleOf: (from: string, to: string) => `${from} to ${to}`,
  intro:
    'Choose where you start and where you go. You see every departure of the day, with its price.',

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
    trip: 'Trip',
    oneWay: 'One way',
    return: 'Return',
    returnDate: 'Return date',
    returning: (date: string) => `Return ${date}`,
    submit: 'Show departures',
    summary: (date: string, time: string | null) => (time ? `${date}, after ${time}` : date),
  },

  remarksHeading: 'Part of this address could not be used',

  legs: {
    outbound: 'Departures',
    inbound: 'Return departures',
    outboundChosen: 'Your ride',
    inboundChosen: 'Your ride back',
    fromTo: (from: PlaceName, to: PlaceName) => `${from.name} to ${to.name}`,
    change: 'Change departure',
    beThere: (time: string) => `Be at the stop at ${time}.`,
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
    from: (place: PlaceName) => `from ${place.name}`,
    at: (place: PlaceName) => `at ${place.name}`,
    to: 'to',
    select: 'Select',
    priceFor: (count: number) =>
      count === 1 ? 'Price for 1 passenger' : `Price for ${count} passengers`,
    /** Where a ride is changed: what another would cost beyond what was paid. */
    difference: {
      label: 'What the change costs',
      none: 'free',
      more: (amount: string) => `+${amount}`,
      back: (amount: string) => `${amount} back`,
    },
    seatsLeft: (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`),
    notRunning: (time: string) => `There is no ${time} this night: the clocks change and skip it.`,
    notRunningLabel: 'Not running',
    reduced: 'Reduced timetable on this day: not all usual departures run.',
    clocksChange:
      'The clocks change this night. EEST is summer time, EET is winter time, one hour behind it.',
    states: {
      'sold-out': 'Sold out',
      'not-enough-seats': (seats: number) => (seats === 1 ? 'Only 1 seat' : `Only ${seats} seats`),
      closed: 'Sale closed',
      departed: 'Departed',
      cancelled: 'Cancelled',
      booked: 'Your bus now',
      'before-arrival': 'Before you arrive',
      'stop-not-accessible': 'No wheelchair access at the stop',
      'wheelchair-notice-too-short': 'Too late for a wheelchair place',
      'no-wheelchair-place': 'Wheelchair place taken',
    },
    saleRule: (minutes: number) =>
      `Tickets are sold until ${minutes} minutes before the bus leaves your stop.`,
  },

  situations: {
    over: 'No more departures can be bought for this day.',
    overAfter: (time: string) => `No departures can be bought after ${time} on this day.`,
    noneThisDay: 'No buses run between these places on this day.',
    nextDay: (date: string) => `Next departures: ${date}`,
    noDirect: 'There is no direct bus between these places.',
    noDirectAdvice: (via: PlaceName) =>
      `You can travel via ${via.name} on two separate tickets. The connection is not guaranteed: if the first bus is late, the second does not wait, so leave plenty of time.`,
    firstTicket: (from: PlaceName, to: PlaceName) => `First: ${from.name} to ${to.name}`,
    secondTicket: (from: PlaceName, to: PlaceName) => `Then: ${from.name} to ${to.name}`,
    noWay: 'We sell no ride between them. Please choose other places, or call us.',
    notPublished: 'The timetable for this day is not published yet.',
    publishedUntil: (date: string) => `You can book up to ${date}.`,
    nothingPublished: 'No timetable is published at the moment. Please call us.',
    past: 'This day has passed.',
    today: 'See today’s departures',
    samePlace: 'You chose the same place twice. Where do you want to go?',
  },

  pairs: {
    heading: 'Where our buses go',
    from: (place: PlaceName) => `From ${place.name}`,
    perAdult: 'Price of a one-way seat for an adult.',
  },

  party: {
    heading: 'Passengers and price',
    locked: 'Select a departure first',
    lockedAdvice: 'Then you choose who travels and see the price of each seat.',
    lockedReturn: 'Select a return departure first',
    free: 'free',
    fewer: (label: string) => `Fewer: ${label}`,
    more: (label: string) => `More: ${label}`,
    agesRule: 'Age on the day of travel. Children travel with an adult or a student.',
    infantsRule: 'Infants travel on a lap, one per adult or student.',
    studentsRule: 'A student shows a valid student card when boarding.',
    wheelchair: 'Wheelchair place',
    wheelchairOne: 'One of us travels in a wheelchair',
    wheelchairMany: 'Travelling in a wheelchair',
    wheelchairUntil: (when: string, hours: number) =>
      `Can be booked until ${when}, ${hours} hours before you leave.`,
    wheelchairTooLate: (when: string, hours: number) =>
      `A wheelchair place is arranged ${hours} hours ahead. For this ride that was until ${when}. Please call us: we will gladly see what we can do.`,
    wheelchairTaken:
      'The wheelchair place on this bus is already taken. Choose another departure, or call us.',
    wheelchairNoAccess:
      'One of these stops cannot be used with a wheelchair yet. Please call us, and we will find a way together.',
    callUs: (from: string, until: string) => `Every day, ${from} to ${until}`,
    luggage: (kilograms: number) =>
      `${kilograms} kg of luggage per person: one piece in the hold, one small piece with you. Pushchairs and walking aids are free.`,
    thereLine: 'There',
    backLine: 'Back',
    total: 'Total',
    vatIncluded: 'All taxes are included.',
    update: 'Update the total',
    addToCart: 'Add to cart',
    adding: 'Adding…',
    holdRule: (minutes: number) =>
      `Nothing is held yet. In the cart your seats are kept for ${minutes} minutes.`,
    largeParty: (most: number) => `More than ${most} people? Call us:`,
  },
}
