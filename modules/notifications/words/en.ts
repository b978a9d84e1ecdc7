import { REFUND_SHOWN_DAYS } from '#modules/rules/rules.ts'
import { company } from '#operator'
import type { Worded } from '#platform/worded.ts'

/**
 * The sentences of the letters about an order after its sale. The other languages follow its type.
 */
export const en = {
  /** The holder's link, which opens the order; the passenger's link opens only a ticket. */
  order: {
    see: 'See your booking',
    change: 'Change or cancel your booking',
    keep: 'Anyone with this link can open the booking, so do not share it. You can forward the ticket to anyone who is travelling.',
  },
  /** The documents attached to the mail. */
  document: {
    receipt: (number: string) => `Your receipt ${number} is attached.`,
    'credit-note': (number: string) => `The credit note ${number} is attached.`,
  },
  money: {
    before: 'Price before',
    after: 'Price now',
    givenUp: 'Value of the cancelled tickets',
    fee: 'Cancellation fee',
    forfeited: 'Not refunded',
    paid: 'Paid for the change',
    /** Goodwill that was given before the rest was cancelled. */
    takenBack: 'Already refunded',
    returned: 'Your refund',
    free: 'This is free of charge.',
    noFee: 'There is no fee.',
    toCard: (amount: string, card: string | null) =>
      card
        ? `We are refunding ${amount} to your card ending in ${card}.`
        : `We are refunding ${amount} the way you paid.`,
    days: `Most banks show it within ${REFUND_SHOWN_DAYS.min} to ${REFUND_SHOWN_DAYS.max} working days. You do not need to do anything.`,
    /** For money that may have been paid to staff. */
    daysByCard: `If you paid by card, most banks show it within ${REFUND_SHOWN_DAYS.min} to ${REFUND_SHOWN_DAYS.max} working days. If you paid our staff in person, they will refund you in person.`,
    answer: 'If it has not arrived by then, reply to this email and quote your booking reference.',
    late: (ride: string, amount: string, notice: { until: string; noticeHours: number }) =>
      `${ride}: ${amount} cannot be refunded. We refund fares up to ${notice.noticeHours} hours before departure. For this journey that was until ${notice.until}, and you cancelled later.`,
    thanks:
      'We are sorry about that. Thank you for letting us know all the same: somebody else can have your seat.',
  },
  before: 'Before',
  now: 'Now',
  afterwards: 'After this change',
  oldTicket: 'Please use the new ticket: the earlier one is no longer valid.',
  calendarMoves: 'Open the calendar file to update your calendar.',
  calendarDrops: 'Open the calendar file to remove the cancelled journey from your calendar.',
  files: {
    tickets: 'tickets',
    calendar: 'calendar',
    cancelled: 'cancelled-journeys',
    receipt: 'receipt',
    'credit-note': 'credit-note',
  },

  paymentLink: {
    subject: (reference: string) => `Pay for your booking ${reference}`,
    title: 'Pay for your booking',
    story: (until: string) =>
      `Thank you for calling us. We are holding your seats until ${until}, Cyprus time. Please pay by then.`,
    pay: (total: string) => `Pay ${total}`,
    afterwards:
      'You will get your tickets by email as soon as you have paid. If you do not pay in time, the seats will be on sale again, and you will owe us nothing.',
    ifNot: 'If you did not ask us for this booking, ignore this email.',
  },
  manageLink: {
    subject: (reference: string) => `The link to your booking ${reference}`,
    title: 'The link to your booking',
    story:
      'You asked for the link to your booking. There you can see what you have booked, change it or cancel it.',
    ifNot: 'If it was not you who asked, ignore this email: nobody else got the link.',
  },
  reminder: {
    subject: (when: string, ride: string) => `Your bus, ${when}: ${ride}`,
    tomorrow: 'Your bus leaves tomorrow',
    tonight: 'Your bus leaves tonight, after midnight',
    soon: 'Your bus leaves soon',
    story: 'Here is everything you need to catch your bus. Have your ticket ready when you board.',
  },
  cancelled: {
    subject: (reference: string) => `Your booking ${reference} has been cancelled`,
    title: 'Your booking has been cancelled',
    subjectOfPart: (reference: string) => `Part of your booking ${reference} has been cancelled`,
    titleOfPart: 'Part of your booking has been cancelled',
    done: 'We have cancelled the following.',
    byUs: 'We are sorry for the trouble this causes you. You will get a full refund.',
    givenUp: 'Cancelled',
    deadTicket: 'The cancelled tickets are no longer valid.',
    stays: 'Still booked',
  },
  changed: {
    subject: (ride: string, when: string) => `Your booking has changed: ${ride}, ${when}`,
    title: 'Your booking has changed',
    amended: 'Your change is confirmed. Here are the old and new details.',
    corrected:
      'We have corrected the date. The refund deadline is still that of the departure you first booked.',
    moved:
      'We are sorry that you could not travel as booked. You have a seat on another bus, at the price you paid.',
    otherStop:
      'We are sorry that you could not travel as booked. You have a seat on the same bus, from or to another stop, at the price you paid.',
    again: 'The booking has changed again since then. See your booking for the latest details.',
  },
  missed: {
    subject: (ride: string, when: string) => `Your seat on a later bus: ${ride}, ${when}`,
    title: 'You have a seat on a later bus',
    story: 'It happens. You now have a seat on the bus below, and no longer on the earlier one.',
    once: 'You can only do this once per ticket, and this ticket can no longer be refunded.',
  },
  wheelchair: {
    subject: (number: string) => `Your wheelchair space is confirmed: ${number}`,
    title: 'Your wheelchair space is confirmed',
    story: 'This is your confirmation number. It is on your ticket too.',
    subjectWithout: (reference: string) => `Wheelchair space released: booking ${reference}`,
    titleWithout: 'Your wheelchair space has been released',
    storyWithout: 'Nothing else has changed: you keep your seats on the bus.',
  },
  contact: {
    subject: (reference: string) => `New contact details for booking ${reference}`,
    title: 'The contact details for your booking have changed',
    named: (name: string) => `The tickets are now in the name of ${name}.`,
    addressed: 'From now on we will send our emails about this booking to this address.',
    formerSubject: (reference: string) => `The email address for booking ${reference} has changed`,
    formerTitle: 'The email address for your booking has changed',
    former:
      'From now on we will send our emails about this booking, and its tickets, to a new address. We will no longer send them here.',
    ifNot: () =>
      `If this was not you, call us straight away on ${company().phone}, or reply to this email.`,
  },
  goodwill: {
    subject: (reference: string) => `A refund for your booking ${reference}`,
    title: 'We are refunding part of what you paid',
    story: (amount: string) => `We are refunding ${amount} of the price of your booking.`,
    stays: 'Your journeys and your tickets stay as they are.',
  },
  surcharge: {
    subject: (reference: string, amount: string) =>
      `Pay ${amount} to change your booking ${reference}`,
    title: 'Your change is waiting for payment',
    story: (amount: string) =>
      `You asked us to change your booking. The change costs ${amount}, and it takes effect as soon as you have paid.`,
    journey: 'Your journey after the change',
    until: (time: string) =>
      `We are keeping your seats until ${time}. If you do not pay by then, your booking stays as it is.`,
    pay: (amount: string) => `Pay ${amount}`,
  },
  reissued: {
    subject: (reference: string) => `Your new ticket for booking ${reference}`,
    title: 'Your new ticket',
    story: 'We have issued a new ticket for this journey. Nothing else has changed.',
    dead: 'The earlier ticket is no longer valid, even if another person has it.',
  },
  offers: {
    bus: (leaves: string, arrives: string) => `the bus at ${leaves} (arrives at ${arrives})`,
    boardAt: (stop: string, time: string) => `the same bus, boarding at ${stop} at ${time}`,
    getOffAt: (stop: string, time: string) => `the same bus, getting off at ${stop} at ${time}`,
  },
  /** Why a bus does not run as it was sold; the office may write words of its own. */
  reason: {
    label: 'Reason:',
    usual: {
      'vehicle-fault': 'A vehicle has a technical fault.',
      'driver-ill': 'We are a driver short because of illness.',
      'airport-closed': 'The airport is closed.',
      'road-closed': 'A road on the route is closed.',
      roadworks: 'There are roadworks on the route.',
      accident: 'There has been an accident on the route.',
      traffic: 'Traffic on the route is heavy.',
      event: 'An event is taking place on the route.',
      weather: 'There is severe weather on the route.',
      strike: 'There is a strike.',
      operational: 'We have had to change our plans for operational reasons.',
    },
  },
  departureCancelled: {
    endings: {
      cancelled: {
        subject: (ride: string, when: string) => `Your bus has been cancelled: ${ride}, ${when}`,
        title: 'Your bus has been cancelled',
        story: (_stop: string) => 'We have had to cancel this bus.',
      },
      'never-came': {
        subject: (ride: string, when: string) => `Your bus is not coming: ${ride}, ${when}`,
        title: 'Your bus is not coming',
        story: (stop: string) => `Your bus did not set off, so it is not coming to ${stop}.`,
      },
      'broke-down': {
        subject: (ride: string, when: string) =>
          `Your bus will not reach your stop: ${ride}, ${when}`,
        title: 'Your bus will not reach your stop',
        story: (stop: string) =>
          `Your bus had to end its journey early and will not reach ${stop}.`,
      },
    },
    sorry: 'We are sorry, and we know that this upsets your plans.',
    choose: 'Please choose one of these. Both are free of charge:',
    another: 'another bus between the same stops, on any day',
    money: (amount: string) => `a full refund of ${amount}, with no fee`,
    button: 'Choose another bus or a refund',
    kept: (until: string) =>
      `We are keeping seats for you until ${until}. Please choose one of these; all are free of charge:`,
    booking: 'All other buses, in your booking',
    moved: (leaves: string, until: string) =>
      `If you do nothing by ${until}, we will move you to the bus at ${leaves}. You can still get a full refund until that bus leaves.`,
    silence:
      'If you do nothing, we will refund the whole fare automatically after the day of travel.',
    others: 'Your other journeys are not affected.',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  runsAfterAll: {
    subject: (ride: string, when: string) => `Your bus is running after all: ${ride}, ${when}`,
    title: 'Your bus is running after all',
    story:
      'We told you that this bus was not running. It is running after all, at the time you booked. We are sorry for the confusion.',
    otherTime:
      'We told you that this bus was not running. It is running after all. We are sorry for the confusion.',
    keep: 'Your seat is still yours and your ticket is valid. You do not need to do anything.',
    otherwise: () => `If this no longer suits you, call us on ${company().phone}.`,
  },
  newOffers: {
    subject: (ride: string, when: string) =>
      `The seats we offered you are no longer available: ${ride}, ${when}`,
    title: 'The seats we offered you are no longer available',
    story:
      'Some of the seats we were keeping for you on other buses are no longer available. We are sorry. This email replaces what we wrote to you before.',
    kept: (until: string) =>
      `We are keeping seats for you until ${until}. You can choose one of these, free of charge:`,
    none: (until: string) =>
      `No other bus at about this time has seats for you. Until ${until} you can choose, free of charge:`,
    money: (amount: string) => `a full refund of ${amount}, with no fee`,
    stay: 'your seats on the bus you booked',
    button: 'Choose what suits you',
    moved: (offer: string, until: string) =>
      `If you do nothing by ${until}, we will change your ticket to ${offer}. You can still get a full refund until the bus leaves.`,
    stays: 'If you do nothing, you keep your seats on the bus you booked. Your ticket stays valid.',
    refundedLater:
      'If you do nothing, we will refund the whole fare automatically after the day of travel.',
    refunded: (until: string) =>
      `If you do nothing by ${until}, we will cancel this journey and refund the whole fare.`,
    others: 'Your other journeys are not affected.',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  smallerBus: {
    subject: (ride: string, when: string) => `A smaller bus is coming: ${ride}, ${when}`,
    title: 'A smaller bus is coming',
    sorry:
      'We have to run this departure with a smaller bus, and it does not have a seat for everybody who booked. We are sorry.',
    noSpaceSubject: (ride: string, when: string) =>
      `No wheelchair space on your bus: ${ride}, ${when}`,
    noSpaceTitle: 'Your bus has no wheelchair space',
    noSpace:
      'We have to run this departure with another bus, and it has no space for the wheelchair in your booking. We are sorry.',
    cannotTravel:
      'This bus cannot take the wheelchair, so you cannot travel as booked. Please choose what suits you instead.',
    called:
      'We will not move or cancel anything until we hear from you, and we will also try to reach you.',
    safe: 'You keep your seats if you want them. If another bus suits you just as well, taking it would make room for a passenger who cannot wait.',
    needed: 'We may need the seats you booked, so please choose another bus or a refund.',
    kept: (until: string) =>
      `We are keeping seats for you until ${until}. Please choose one of these; all are free of charge:`,
    until: (until: string) =>
      `No other bus at about this time has seats for you. Until ${until} you can choose one of these, free of charge:`,
    money: (amount: string) => `a full refund of ${amount}, with no fee`,
    stay: 'your seats on the bus you booked',
    button: 'Choose what suits you',
    moved: (leaves: string, until: string) =>
      `If you do nothing by ${until}, we will move you to the bus at ${leaves}, unless enough others have changed by then. You can still get a full refund until that bus leaves.`,
    silence: 'If you do nothing, you travel as booked, and your ticket stays valid.',
    others: 'Your other journeys are not affected.',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  seatsKept: {
    subject: (ride: string, when: string) => `You keep your seats: ${ride}, ${when}`,
    title: 'You keep your seats',
    story:
      'We told you that a smaller bus was coming. There is now a seat on it for everyone still booked.',
    spaceStory:
      'We told you that your bus had no space for the wheelchair in your booking. It has one again, and you travel as booked.',
    keep: 'Your ticket is valid as before. You do not need to do anything.',
  },
  retimed: {
    subject: (ride: string, when: string) => `New time for your bus: ${ride}, ${when}`,
    earlierSubject: (ride: string, when: string) => `Your bus now leaves earlier: ${ride}, ${when}`,
    title: 'Your bus has a new time',
    earlierTitle: 'Your bus now leaves earlier',
    story: 'We have a new timetable.',
    leaves: (was: string, is: string) => `You booked the bus at ${was}. It now leaves at ${is}.`,
    same: (is: string) => `Your bus leaves at ${is}, as you booked.`,
    arrives: (was: string, is: string) => `It arrives at ${is} instead of ${was}.`,
    come: 'Please come at the new time: by the old time the bus will have left.',
    small: 'You do not need to do anything.',
    calendar:
      'Your ticket stays valid, even if you have printed it. The one attached shows the new times, and the attached calendar file updates the entry in your calendar.',
    sorry: 'We are sorry if the new time does not suit you.',
    kept: (until: string) =>
      `We are keeping seats for you until ${until}. Please choose one of these; all are free of charge:`,
    until: (until: string) =>
      `No other bus at about this time has seats for you. Until ${until} you can choose one of these, free of charge:`,
    money: (amount: string) => `a full refund of ${amount}, with no fee`,
    stay: 'your seats on this bus, at the new time',
    button: 'Choose what suits you',
    silence: 'If you do nothing, you keep your seats and travel at the new time.',
    others: 'Your other journeys are not affected.',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  stopClosed: {
    subject: (stop: string, ride: string, when: string) =>
      `Your bus will not stop at ${stop}: ${ride}, ${when}`,
    title: 'Your bus will not serve your stop',
    story: (stop: string, isBoarding: boolean) =>
      isBoarding
        ? `You booked from ${stop}, but your bus will not stop there that day.`
        : `You booked to ${stop}, but your bus will not stop there that day.`,
    sorry: 'We are sorry. Please choose what suits you; everything is free of charge.',
    kept: (until: string) => `Until ${until} you can choose one of these:`,
    otherwise: (until: string) =>
      `If the new place does not suit you, you can choose one of these until ${until}, free of charge:`,
    money: (amount: string) => `a full refund of ${amount}, with no fee`,
    button: 'Choose what suits you',
    moved: (offer: string, until: string) =>
      `If you do nothing by ${until}, we will change your ticket to ${offer}. You can still get a full refund until the bus leaves.`,
    refunded: (until: string) =>
      `If you do nothing by ${until}, we will cancel this journey and refund the whole fare.`,
    others: 'Your other journeys are not affected.',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  stopMoved: {
    subject: (stop: string, ride: string, when: string) =>
      `Your stop has moved (${stop}): ${ride}, ${when}`,
    title: 'Your stop has moved',
    story: (stop: string, place: string, isBoarding: boolean) =>
      isBoarding
        ? `Your bus will not stop at its usual place at ${stop}. Please board here instead: ${place}`
        : `Your bus will not stop at its usual place at ${stop}. You get off here instead: ${place}`,
    stays: 'The times stay the same and your ticket is valid. You do not need to do anything.',
    button: 'Choose something else',
    others: 'Your other journeys are not affected.',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  stopReopened: {
    subject: (ride: string, when: string) => `Your bus stops as usual after all: ${ride}, ${when}`,
    title: 'Your bus stops as usual after all',
    story:
      'We told you that your stop was closed or had moved. Your bus will stop at its usual place after all. We are sorry for the confusion.',
    keep: 'Your ticket is valid as you booked it. You do not need to do anything.',
  },
  runningLate: {
    subject: (ride: string, time: string) => `Your bus is running late: ${ride}, now ${time}`,
    title: 'Your bus is running late',
    sorry: 'We are sorry for the wait.',
    changedSubject: (ride: string, time: string) => `New time for your bus: ${ride}, ${time}`,
    changedTitle: 'Your bus leaves sooner than we told you',
    onTimeSubject: (ride: string, time: string) => `Your bus is on time again: ${ride}, ${time}`,
    onTimeTitle: 'Your bus is on time again',
    onTime: (time: string) =>
      `We told you that this bus was late. It is on time again and leaves at ${time}.`,
    live: 'Your ticket always shows the latest time.',
    instead: (until: string) =>
      `You can wait for it and keep your seats, or take another bus at no extra cost. Until ${until} we are keeping seats for you on:`,
    button: 'Take another bus',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
  message: {
    subject: (ride: string, when: string) => `About your bus: ${ride}, ${when}`,
    title: 'About your bus',
    urgent: () => `If you need help, call us on ${company().phone}.`,
  },
}

export type LetterWords = Worded<typeof en>
