import type { ChangeKind } from '#modules/orders/order/change-kinds.ts'
import { REFUND_SHOWN_DAYS } from '#modules/rules/rules.ts'

const { min, max } = REFUND_SHOWN_DAYS
const shown = `Most banks show it within ${min} to ${max} working days.`
const theWayPaid = `the way you paid: to your card, where most banks show it within ${min} to ${max} working days, or in person if you paid our staff`

const history: Record<ChangeKind, string> = {
  cancelled: 'Cancelled',
  amended: 'Journey changed',
  corrected: 'Date corrected',
  missed: 'Moved to a later bus',
  wheelchair: 'Wheelchair space added',
  contact: 'Contact details changed',
  goodwill: 'Part of the price refunded',
  'company-moved': 'Moved to another bus, free of charge',
  'company-refunded': 'Refunded by us, with nothing deducted',
}

export const order = {
  title: 'Booking',
  next: {
    ride: (date: string, time: string, beThere: string) =>
      `Your next bus leaves on ${date} at ${time}. Be at the stop by ${beThere}.`,
    onTheWay: (left: string, arrives: string) =>
      `Your bus left at ${left} and is due to arrive at ${arrives}.`,
    cancelledBus: 'A bus you booked has been cancelled.',
    notRunning: 'Please choose below what you would like us to do.',
    over: 'All journeys in this booking are over. Thank you for travelling with us.',
    cancelled:
      'You cancelled this booking. Its tickets are no longer valid and there is no refund.',
    refunded:
      'This booking has been refunded, and its tickets are no longer valid. You can follow your refund below.',
    processing:
      'We are waiting for the bank to confirm the payment. You keep your seats in the meantime.',
    'awaiting-payment':
      'Nothing has been charged yet. The payment page is still open, and your seats are held while it is.',
    expired: 'It was not paid for in time, so nothing was booked or charged.',
    review:
      'The amount charged did not match your booking. We are checking this and will email you.',
  },

  items: 'Journeys',
  item: (id: string) => `Journey ${id}`,
  beThere: 'Be at the stop by',
  ticket: 'Open the ticket',
  price: 'Price',
  total: 'Total for this journey',
  change: 'Change',
  correct: 'Correct the date',
  cancel: 'Cancel',
  cancelAll: 'Cancel the whole booking',
  fewer: 'Fewer passengers',
  ofRide: (ride: string) => `: ${ride}`,
  missed: 'Missed the bus, or flight delayed?',
  missedAction: 'Take a later bus',
  correctUntil: (time: string) =>
    `Wrong date? Until ${time} you can still move it once, free of charge, to another date or time.`,
  tooLate: (since: string) =>
    `The deadline was ${since}. This journey can no longer be changed or refunded.`,
  states: {
    cancelled: 'Cancelled',
    over: 'Completed',
    left: 'The bus has left',
  },
  choose: 'Choose what suits you',
  notRunning: {
    advice:
      'We are sorry. Take another bus between the same stops, or get a full refund. Both are free of charge.',
    choose: 'Choose: we are keeping seats for you',
    takeIt: 'Take this bus:',
    all: 'See all other buses',
    refund: (amount: string) => `Refund ${amount}`,
  },
  wheelchair: {
    granted: 'Wheelchair space: confirmation number',
    ask: 'Will one of you travel in a wheelchair?',
    users: 'Travelling in a wheelchair',
    reserve: 'Reserve a wheelchair space',
    sent: 'The confirmation number will then appear here and be emailed to you.',
  },

  awaited: {
    title: (amount: string) => `You have not paid for your change yet: ${amount}`,
    until: (time: string) =>
      `We hold the new seats for you until ${time}. Nothing changes until you pay, and your tickets are still valid.`,
    over: 'The time to pay has passed, so nothing has changed. Your tickets are still valid.',
    processing: 'Your bank has not confirmed the payment yet. Nothing changes until it does.',
    pay: (amount: string) => `Pay ${amount}`,
    giveUp: 'Cancel the change',
  },

  done: {
    title: {
      ...history,
      cancelled: 'Cancelled, as you asked',
      amended: 'Your journey has been changed',
      corrected: 'The date has been corrected',
      missed: 'You are on a later bus',
      wheelchair: 'Your wheelchair space is reserved',
      contact: 'Your details have been changed',
      goodwill: 'Part of what you paid is being refunded',
      'company-moved': 'You are on another bus',
      'company-refunded': 'Your refund is on its way',
    } satisfies Record<ChangeKind, string>,
    refund: (amount: string) => `We are refunding ${amount} the way you paid.`,
    nothing: 'There is no refund.',
    newTicket: 'The new ticket is below; the old one is no longer valid.',
    mail: (email: string) => `We are sending the details to ${email}.`,
    resent: 'The tickets are on their way again',
    resentTo: (email: string) => `We are sending them to ${email}.`,
    kept: 'Change cancelled',
    keptAdvice: 'Nothing was charged, and your booking is unchanged.',
    mailbox: 'This is a demonstration: the email is in this site’s mailbox.',
    openMailbox: 'Open the mailbox',
  },

  money: {
    title: 'Payments and refunds',
    paid: 'Paid',
    surcharge: 'Paid for a change',
    fee: 'Cancellation fee',
    forfeited: 'Cancelled too late, not refunded',
    refund: 'Refund',
    nothing: 'There was nothing to pay.',
    noPayment: 'We have not received any payment.',
    card: (last4: string) => `card •••• ${last4}`,
    underway: (card: string | null) =>
      card ? `On its way to your card •••• ${card}. ${shown}` : `On its way, ${theWayPaid}.`,
    arrived: (card: string | null, date: string) =>
      card
        ? `Sent to your card •••• ${card} on ${date}. ${shown}`
        : `Sent on ${date}, ${theWayPaid}.`,
    trouble: 'The refund failed. We are looking into it and will contact you.',
    paidOtherwise: (date: string) => `Refunded on ${date} by another method, not to the card.`,
    takenBack: 'Your bank has returned your payment, including this amount.',
    watching: 'This page updates automatically.',
    done: 'Your refund has been updated.',
    again: 'Check again',
  },
  documents: {
    title: 'Receipts',
    receipt: (number: string) => `Receipt ${number}`,
    'credit-note': (number: string) => `Credit note ${number}`,
  },
  contact: {
    title: 'Group leader',
    change: 'Change contact details',
    resend: 'Send the tickets again',
  },
  history: { title: 'What happened', bought: 'Booked', ...history },
  back: 'Back to the booking',
}
