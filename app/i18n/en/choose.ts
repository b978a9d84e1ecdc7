import type { IncidentKind } from '#modules/incidents/incident/incident-states.ts'
import { company } from '#operator'

type OfKind = {
  title: string
  /** Once there is nothing to choose any more. */
  runsTitle: string
  runs: string
  sorry: string
  none: string
  moves: (bus: string, until: string) => string
  silence: string
}

const kinds: Record<IncidentKind, OfKind> = {
  'not-running': {
    title: 'Your bus has been cancelled',
    runsTitle: 'Your bus is running after all',
    runs: 'You do not have to do anything. Your ticket is valid as before.',
    sorry: 'We are sorry. Please choose what suits you best; everything here is free of charge.',
    none: 'No other bus at about this time has enough seats for you. You can get a full refund, or choose any other bus in your booking.',
    moves: (bus, until) =>
      `If you do nothing by ${until}, we will move you to the bus at ${bus}. You can still get a full refund until that bus leaves.`,
    silence:
      'If you do nothing, we will refund the whole fare automatically after the day of travel.',
  },
  'smaller-bus': {
    title: 'A smaller bus is coming',
    runsTitle: 'You keep your seats',
    runs: 'There is now a seat on your bus for everyone still booked. You do not have to do anything. Your ticket is valid as before.',
    sorry:
      'We have to run your departure with a smaller bus, and it does not have a seat for everyone who booked. We are sorry. Everything here is free of charge.',
    none: 'No other bus at about this time has enough seats for you. You can get a full refund.',
    moves: (bus, until) =>
      `We may need the seats you booked. If you do nothing by ${until}, we will move you to the bus at ${bus}, unless enough others have changed by then. You can still get a full refund until that bus leaves.`,
    silence: 'If you do nothing, you travel as booked, and your ticket stays valid.',
  },
  retimed: {
    title: 'Your bus has a new time',
    runsTitle: 'There is more recent news about your bus',
    runs: 'There is nothing left to choose here. If the time has changed again, we have emailed you a new link. Your ticket always shows the latest time.',
    sorry:
      'Your bus has a different time in the new timetable. We are sorry if it does not suit you. Everything here is free of charge.',
    none: 'No other bus at about this time has enough seats for you. You can keep your seats, or get a full refund.',
    moves: (bus, until) => `If you do nothing by ${until}, we will move you to the bus at ${bus}.`,
    silence:
      'If you do nothing, you keep your seats and travel at the new time. Your ticket stays valid.',
  },
  late: {
    title: 'Your bus is running late',
    runsTitle: 'Your seats are still yours',
    runs: 'There is nothing left to choose here. Your ticket always shows the latest time of your bus.',
    sorry:
      'We are sorry. You can wait for your bus, or take another one on the same day at no extra cost.',
    none: 'No other bus that day has enough seats for you.',
    moves: (bus, until) => `If you do nothing by ${until}, we will move you to the bus at ${bus}.`,
    silence: 'If you do nothing, you keep your seats on the late bus, and your ticket stays valid.',
  },
  'stop-closed': {
    title: 'Your bus will not serve your stop',
    runsTitle: 'Your bus stops as usual',
    runs: 'You do not have to do anything. Your ticket is valid as before.',
    sorry:
      'We are sorry. Please choose what suits you best; everything here is free of charge, and you pay nothing more for another stop.',
    none: 'No other stop and no other bus at about this time suits this journey. You can get a full refund.',
    moves: (ride, until) =>
      `If you do nothing by ${until}, we will change your ticket: ${ride}. You can still get a full refund until the bus leaves.`,
    silence:
      'If you do nothing, we will cancel this journey in good time and refund the whole fare.',
  },
  'stop-moved': {
    title: 'Your stop has moved',
    runsTitle: 'Your bus stops as usual',
    runs: 'You do not have to do anything. Your ticket is valid as before.',
    sorry:
      'If the new place does not suit you, choose something else; everything here is free of charge.',
    none: 'No other bus at about this time has enough seats for you. You can get a full refund.',
    moves: (bus, until) => `If you do nothing by ${until}, we will move you to the bus at ${bus}.`,
    silence: 'If you do nothing, you travel as booked, from or to the new stop.',
  },
}

/** The page on which the passengers of an incident choose. */
export const choose = {
  kinds,
  /** For those whose wheelchair space is missing. */
  noSpace: {
    title: 'Your bus has no wheelchair space',
    sorry:
      'We have to run your departure with another bus, and it has no space for the wheelchair in your booking. We are sorry. Everything here is free of charge.',
    silence:
      'This bus cannot take the wheelchair, so you cannot travel as booked. We will not move or cancel anything until we hear from you, and we will also try to reach you.',
    over: 'We are no longer keeping seats for you on other buses. You can still get a full refund here, or call us and we will help you find another way.',
  },
  bus: 'Your bus',
  planned: 'Planned departure',
  expected: 'Leaves at about',
  reason: 'Reason',
  party: 'Passengers',
  kept: (until: string) => `We are keeping seats for you until ${until}.`,
  stay: 'Stay on my bus',
  stayAsBooked: 'Your booking does not change, and your ticket stays valid.',
  booked: 'You booked',
  newTime: 'New time',
  stayAtNewTime: 'You travel at the new time, and your ticket stays valid.',
  staying: 'You stay on your bus',
  stayingAsBooked: 'Thank you for telling us. You travel as booked, and your ticket stays valid.',
  stayingAtNewTime:
    'Thank you for telling us. You travel at the new time, and your ticket stays valid.',
  stayingPartly: (party: string) =>
    `Thank you for telling us. Now travelling on this bus: ${party}. The refund for the others is on its way. We have emailed the new ticket to you; the old one is no longer valid.`,
  take: (times: string) => `Take the ${times} bus`,
  boardAt: (stop: string) => `Board at ${stop}`,
  getOffAt: (stop: string) => `Get off at ${stop}`,
  sameBus: (times: string) => `Same bus, ${times}`,
  stopClosed: (stop: string) => `Your bus will not stop at ${stop} that day.`,
  stopMoved: (stop: string, place: string) => `Instead of ${stop} your bus stops here: ${place}`,
  refund: (amount: string) => `Refund ${amount}`,
  refundFinal: 'Nothing is deducted. This cannot be undone.',
  onBus: (date: string, times: string) => `You are booked on the ${times} bus on ${date}`,
  ticket: 'We have emailed your new ticket to you. The old one is no longer valid.',
  unasked: 'You did not choose in time, so we moved you to this bus, as we said in our email.',
  unaskedRefund: 'You can get a full refund until it leaves.',
  toBooking: 'Open the booking and the ticket',
  change: (until: string) => `You can change your mind until ${until}:`,
  refunded: 'Your refund is on its way',
  refundOnItsWay: 'We have emailed the details to you.',
  seeBooking: 'Open your booking',
  over: (amount: string) =>
    `We are no longer keeping seats for you. You can still choose any other bus in your booking, or have ${amount} refunded. If you do nothing, we will refund it after the day of travel.`,
  cancelledAgain:
    'The bus you changed to is not running either. We have emailed you a new link to what you can choose now.',
  ended: 'There is nothing left to choose here.',
  otherBuses: 'See all other buses in your booking',
  check: {
    title: 'Is this right?',
    move: (date: string, times: string) => `We move your booking to the ${times} bus on ${date}.`,
    ticket: (until: string) =>
      `You pay nothing more. We will email you a new ticket, and the old one will no longer be valid. You can change your mind until ${until}.`,
    refund: (amount: string) =>
      `We cancel this journey and refund ${amount}. Nothing is deducted, and this cannot be undone.`,
    yes: 'Yes, move my booking',
    yesRefund: 'Yes, refund',
    back: 'Back to all choices',
  },
  help: 'Would you rather talk to us? Call us:',
  split: {
    title: 'Only some of our group will travel',
    story: 'Tell us who will travel. We will refund the others in full. This cannot be undone.',
    count: (category: string, of: number) => `${category} who will travel (${of}\u00A0booked)`,
    paid: (fare: string) => `${fare} each`,
    free: 'Free of charge',
    wheelchairs: (of: number) => `In a wheelchair (${of}\u00A0booked)`,
    atStop: (stop: string) => `${stop}, refund the others`,
    button: (times: string) => `Take the ${times} bus, and refund the others`,
    stay: 'Stay on the same bus, and refund the others',
    seatsToStay: (seats: number) =>
      seats === 1
        ? 'You can keep one of your seats.'
        : `You can keep up to ${seats} of your seats.`,
  },
  refusals: {
    over: 'It is too late to choose. See below what happens next.',
    runs: 'You are travelling as booked, so nothing was changed.',
    'not-offered': 'We no longer have these seats for you. Please look at what you can choose now.',
    'no-refund': 'There is no refund for a delay. You can wait, or take another bus.',
    'cannot-stay': 'We need these seats, so you cannot keep them. Please choose something else.',
    'moved-already':
      'You have already changed to another bus or stop, so the seats you had are no longer yours.',
    aboard: ({ aboard, people }: { aboard: number; people: number }) =>
      aboard < people
        ? `${aboard} of the ${people} passengers ${aboard === 1 ? 'has' : 'have'} already boarded, so nothing was changed. Please call us on ${company().phone}, and we will help the others.`
        : `All of you have already boarded, so nothing was changed. If that is a mistake, please call us on ${company().phone}.`,
    refunded: 'Your refund is already on its way, so the seats are no longer kept.',
  },
}
