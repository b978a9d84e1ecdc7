import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { categoriesInEnglish } from '#modules/fares/words/en.ts'
import { dayAndMonth, weekday } from '#platform/format/dates.ts'
import type { Worded } from '#platform/worded.ts'

import { manifest } from './en-manifest.ts'

/**
 * The sentences on tickets, receipts and calendar entries, and those that mails share with them. The
 * other languages follow its type.
 */
export const en = {
  /** For a bus between midnight and four, which many people count to the evening before. */
  night: (evening: Temporal.PlainDate, morning: Temporal.PlainDate) =>
    `Night of ${weekday(evening, 'en')} ${evening.day} to ${dayAndMonth(morning, 'en')}`,
  nextDay: 'next day',
  cyprusTime: 'All times are Cyprus time.',

  ride: (from: { shortName: string }, to: { shortName: string }) =>
    `${from.shortName} to ${to.shortName}`,
  categories: categoriesInEnglish,
  category: (category: PassengerCategory, count: number) =>
    categoriesInEnglish[category][count === 1 ? 'one' : 'many'],

  ticket: {
    title: 'Bus ticket',
    reference: 'Booking reference',
    number: 'Ticket number',
    departure: 'Departure',
    arrival: 'Arrival',
    beThere: (time: string) => `Be at the stop by ${time}`,
    before: (minutes: number) => `${minutes} minutes before departure`,
    pickUp: 'Pick-up point',
    bay: (bay: string) => `Bay ${bay}`,
    late: (minutes: number, time: string) =>
      `This bus is running about ${minutes === 1 ? '1 minute' : `${minutes} minutes`} late. We expect it to leave at ${time}.`,
    early: (minutes: number, time: string) =>
      `This bus leaves ${minutes === 1 ? '1 minute' : `${minutes} minutes`} early, at ${time}.`,
    notServed: (stop: string) => `${stop} (not served)`,
    servedAt: (stop: string, place: string) => `${stop}, stops here: ${place}`,
    stopClosed: (stop: string) => `This bus will not stop at ${stop} that day.`,
    boardElsewhere: (stop: string, place: string) =>
      `The stop has moved. Board here instead of at ${stop}: ${place}`,
    leaveElsewhere: (stop: string, place: string) =>
      `The stop has moved. You get off here instead of at ${stop}: ${place}`,
    twoBuses: (first: string, second: string) =>
      `Two buses run this departure: ${first} and ${second}. You may board either of them.`,
    busWithLift: (plate: string) =>
      `Two buses run this departure. Please board ${plate}, which has a lift or a ramp.`,
    map: 'Open in maps',
    groupLeader: 'Group leader',
    nameAsBooked: 'As in the booking',
    passengers: 'Passengers',
    wheelchair: (places: number) =>
      places === 1 ? 'Wheelchair space' : `Wheelchair spaces: ${places}`,
    wheelchairNumber: 'Confirmation number',
    fareDetails: 'Fare details',
    total: 'Total',
    vat: (percent: string, amount: string) => `Includes ${percent}% VAT: ${amount}`,
    goodToKnow: 'Good to know',
    luggage: (kg: number) => `${kg} kg of luggage per person`,
    luggageEach: 'One piece in the hold and one small piece with you.',
    cancel: 'Change or cancel',
    cancelUntil: (until: string, fee: string) =>
      `Until ${until} you can change free of charge, or cancel for ${fee}. After that there are no changes and no refunds.`,
    cancelOver: 'This ticket can no longer be changed or refunded.',
    missed: 'Missed the bus?',
    missedRule:
      'You can use this ticket once on the next scheduled bus between the same stops or, if that is full, on the first later one with a free seat. There is no refund.',
    missedWhere: 'Reserve it on your ticket page.',
    missedAlready:
      'This ticket replaces one for a bus you missed. It is valid only on this bus and cannot be refunded.',
    show: 'Show this code when you board, on paper or on your phone.',
    qr: (number: string) => `QR code for boarding: ticket ${number}`,
    online: 'This ticket online',
    demonstration: 'Demonstration: this ticket is not valid for travel.',
  },

  surcharge: (ride: string) => `Change to your booking: ${ride}`,
  /** The purpose of the payment, above the card number. */
  onBankPage: {
    back: 'Back to the booking',
    tickets: (reference: string, tickets: number, passengers: number) => {
      const count = passengers === 1 ? '1 passenger' : `${passengers} passengers`
      return `${tickets === 1 ? 'Bus ticket' : 'Bus tickets'} ${reference}, ${count}`
    },
    change: (reference: string) => `Change to booking ${reference}`,
  },
  receipt: {
    receipt: 'Receipt',
    'credit-note': 'Credit note',
    number: 'Number',
    issued: 'Issued',
    fee: 'Cancellation fee',
    reduction: 'Price reduction',
    reducedBefore: 'Price reduction given earlier',
    corrects: 'Corrects receipt',
    customer: 'Customer',
    reference: 'Booking reference',
    from: 'Issued by',
    company: 'Company number',
    vatNumber: 'VAT number',
    licence: 'Operator’s licence',
    description: 'Description',
    each: 'Each',
    amount: 'Amount',
    vatRate: 'VAT rate',
    net: 'Net',
    vat: 'VAT',
    gross: 'Gross',
    total: 'Total',
    paidBy: 'Paid by',
    returnedTo: 'Refunded to',
    card: (brand: string, last4: string) => `card, ${brand} •••• ${last4}`,
    anyCard: 'card',
    setOff: (number: string, amount: string) => `Set off against ${number}: ${amount}`,
    nothingPaid: 'nothing to pay',
    included: 'Fares are in euros and include VAT.',
    demonstration: 'Demonstration: no money has moved, and this document has no legal effect.',
  },

  manifest,

  calendar: {
    summary: (ride: string) => `Bus: ${ride}`,
    beThere: (time: string, minutes: number) =>
      `Be at the stop by ${time} (Cyprus time), ${minutes} minutes before departure.`,
    reference: (reference: string) => `Booking reference: ${reference}`,
    ticket: (url: string) => `Ticket: ${url}`,
  },

  mail: {
    confirmation: {
      subject: (count: number, ride: string, when: string) =>
        count === 1 ? `Your ticket: ${ride}, ${when}` : `Your ${count} tickets: ${ride}, ${when}`,
      title: 'Your booking is confirmed',
      intro: (count: number) =>
        count === 1
          ? 'Your ticket is attached. Show it when you board, on paper or on your phone.'
          : 'Your tickets are attached, one for each journey. Show them when you board, on paper or on your phone.',
      showTicket: 'Show the ticket',
      wheelchair: (places: number) =>
        places === 1
          ? 'A wheelchair space is reserved for you.'
          : `${places} wheelchair spaces are reserved for you.`,
      total: 'Total paid',
      terms: (date: string) => `The terms and conditions you accepted (${date})`,
      calendar: 'Open the calendar file to add each journey to your calendar.',
    },
    refund: {
      subject: (reference: string) => `Your refund is on its way: booking ${reference}`,
      title: 'Your refund is on its way',
      late: (amount: string) =>
        `Your payment of ${amount} reached us after your seats had gone back on sale, and by then they were taken. We are sorry.`,
      twice: (amount: string) =>
        `Your booking was paid for twice: ${amount} arrived a second time. We are sorry for the trouble.`,
      change: (amount: string) =>
        `Your payment of ${amount} for a change to your booking reached us when the change could no longer be made, so nothing was changed.`,
      otherSum: (amount: string) =>
        `Your card was charged ${amount}, which is not what your booking cost, so we could not accept it. We are sorry for the trouble.`,
      tooMuch: (amount: string) =>
        `Your card was charged ${amount} more than your booking costs. We are sorry for the trouble.`,
      whole: (amount: string, card: string | null) =>
        card
          ? `We are refunding the full ${amount} to your card ending in ${card}. There is no fee.`
          : `We are refunding the full ${amount} the way you paid. There is no fee.`,
      noTicket:
        'There is no booking and no ticket for this journey. You are welcome to choose another bus.',
      stands: 'Your booking is unchanged and your tickets are valid.',
      bookAgain: 'Choose another bus',
    },
  },
}

export type TicketWords = Worded<typeof en>
