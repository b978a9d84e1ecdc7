import { operator } from '#operator'
import { REFUND_SHOWN_DAYS } from '#modules/tickets/ticket.ts'

import type { Worded } from './worded.ts'

/** What the letters about an order say after it was bought. The other languages follow its type. */
export const letters = {
  /** The holder's link, which is not the passenger's. */
  order: {
    see: 'See your booking',
    change: 'Change or cancel your booking',
    keep: 'This link opens the booking for whoever has it, so keep it to yourself. The ticket you can pass on to whoever travels.',
  },
  /** Which papers hang on the mail. */
  paper: {
    receipt: (number: string) => `Your receipt ${number} is attached.`,
    'credit-note': (number: string) => `The credit note ${number} is attached.`,
  },
  money: {
    before: 'Price before',
    after: 'Price now',
    givenUp: 'Price of what was cancelled',
    fee: 'Cancellation fee',
    forfeited: 'Not refunded',
    paid: 'Paid for the change',
    returned: 'Comes back to you',
    free: 'This costs you nothing.',
    noFee: 'We keep no fee.',
    toCard: (amount: string, card: string | null) =>
      card
        ? `${amount} goes back to your card ending in ${card}.`
        : `${amount} goes back the way it was paid.`,
    days: `Most banks show it within ${REFUND_SHOWN_DAYS.least} to ${REFUND_SHOWN_DAYS.most} working days. There is nothing you need to do.`,
    answer: 'If it has not arrived by then, reply to this e-mail and quote your booking reference.',
    late: (ride: string, amount: string, notice: { until: string; noticeHours: number }) =>
      `${ride}: ${amount} cannot be refunded. We refund fares up to ${notice.noticeHours} hours before departure. For this journey that was until ${notice.until}, and you cancelled later.`,
    thanks:
      'We are sorry to say this. Thank you for telling us all the same: somebody else can ride now.',
  },
  before: 'Before',
  now: 'Now',
  afterwards: 'After this change',
  oldTicket: 'Please use the new ticket: the earlier one is no longer valid.',
  calendarMoves: 'The calendar file brings the ride in your calendar up to date.',
  calendarDrops: 'The calendar file takes what was given up out of your calendar.',
  files: {
    tickets: 'tickets',
    calendar: 'calendar',
    cancelled: 'cancelled-rides',
    receipt: 'receipt',
    'credit-note': 'credit-note',
  },

  manageLink: {
    subject: (reference: string) => `The link to your booking ${reference}`,
    title: 'The link to your booking',
    story:
      'You asked for the link to your booking. It shows what you have booked, and there you can change or cancel it.',
    ifNot: 'If it was not you who asked, you need not do anything: nobody else got the link.',
  },
  reminder: {
    subject: (when: string, ride: string) => `Your bus, ${when}: ${ride}`,
    tomorrow: 'Your bus leaves tomorrow',
    tonight: 'Your bus leaves tonight',
    soon: 'Your bus leaves soon',
    story: 'Here is everything for the way to the stop. Have your ticket ready when you board.',
  },
  cancelled: {
    subject: (reference: string) => `Your booking ${reference} is cancelled`,
    title: 'Your booking is cancelled',
    subjectOfPart: (reference: string) => `A part of your booking ${reference} is cancelled`,
    titleOfPart: 'A part of your booking is cancelled',
    done: 'It is done, and this is what was cancelled.',
    byUs: 'We have had to cancel this bus, and we are sorry for the trouble it makes you. The whole fare goes back.',
    givenUp: 'Cancelled',
    deadTicket: 'Tickets for what was cancelled are no longer valid.',
    stays: 'What you still have',
  },
  changed: {
    subject: (ride: string, when: string) => `Your booking has changed: ${ride}, ${when}`,
    title: 'Your booking has changed',
    amended: 'It is done. This is how it was, and how it is now.',
    corrected:
      'The date is put right. The last moment for a refund stays that of the departure you booked first.',
    moved:
      'We are sorry that we had to cancel your bus. You have a seat on another one, at the price you paid.',
    again: 'It has changed once more since then. Your booking shows how it is now.',
  },
  missed: {
    subject: (ride: string, when: string) => `Your seat on a later bus: ${ride}, ${when}`,
    title: 'You have a seat on a later bus',
    story: 'It happens. You have a seat on the bus below, and the old seat is free again.',
    once: 'A ticket is good for a later bus once, and it is not refunded any more.',
  },
  wheelchair: {
    subject: (number: string) => `Your wheelchair place is confirmed: ${number}`,
    title: 'Your wheelchair place is confirmed',
    story: 'This is your confirmation number. It is on your ticket too.',
    subjectWithout: (reference: string) => `Booking ${reference}, without a wheelchair place`,
    titleWithout: 'The wheelchair place is free again',
    storyWithout: 'Nothing else has changed: your seats on the bus are kept.',
  },
  contact: {
    subject: (reference: string) => `New details for your booking ${reference}`,
    title: 'Your booking has new details',
    named: (name: string) => `The tickets are in the name of ${name} now.`,
    addressed: 'Our e-mails about this booking come to this address from now on.',
    formerSubject: (reference: string) => `Your booking ${reference} has another e-mail address`,
    formerTitle: 'Your booking has another e-mail address',
    former:
      'Our e-mails about this booking, and its tickets, go to another address from now on. None of them comes here any more.',
    ifNot: `If this was not you, call us at once on ${operator.phone}, or reply to this e-mail.`,
  },
  departureCancelled: {
    subject: (ride: string, when: string) => `Your bus does not run: ${ride}, ${when}`,
    title: 'Your bus does not run',
    sorry: 'We have had to cancel this bus. We are sorry, and we know that it upsets your plans.',
    choose: 'You choose what happens now, and either costs you nothing:',
    another: 'another bus between the same stops, on any day',
    money: (amount: string) => `the whole ${amount} back, without a fee`,
    button: 'Choose a bus or your money',
    silence:
      'If you choose nothing, the whole fare goes back to you by itself after the day of travel.',
    others: 'Your other rides are not touched by this.',
    urgent: `If you need somebody to help you, call us on ${operator.phone}.`,
  },
}

export type LetterWords = Worded<typeof letters>
