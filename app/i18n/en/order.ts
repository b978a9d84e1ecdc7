import type { ChangeKind } from '#modules/orders/change-kinds.ts'
import { REFUND_SHOWN_DAYS } from '#modules/tickets/ticket.ts'

const { least, most } = REFUND_SHOWN_DAYS

const history: Record<ChangeKind, string> = {
  cancelled: 'Cancelled',
  amended: 'Ride changed',
  corrected: 'Date corrected',
  missed: 'Moved to a later bus',
  wheelchair: 'Wheelchair place added',
  contact: 'Name or e-mail changed',
  'company-moved': 'Moved to another bus, as yours did not run',
  'company-refunded': 'Refunded, as the bus did not run',
}

export const order = {
  title: 'Booking',
  next: {
    ride: (date: string, time: string, beThere: string) =>
      `Your next bus leaves on ${date} at ${time}. Be at the stop by ${beThere}.`,
    notRunning: 'A bus you booked does not run. Please choose below what we should do.',
    over: 'All rides of this booking are over. Thank you for travelling with us.',
    cancelled:
      'You gave up this booking, and its tickets are no longer valid. No money comes back.',
    refunded:
      'This booking has ended, and its tickets are no longer valid. Below you see where your money is.',
    processing:
      'We are waiting for the bank to confirm the payment. Your seats stay yours in the meantime.',
    'awaiting-payment':
      'Nothing has been charged yet. The payment page is still open, and your seats are held while it is.',
    expired: 'Nobody paid for it in time, so nothing was booked and nothing charged.',
    review:
      'What was charged is not what the booking costs. One of us is looking at it and will write to you.',
  },

  items: 'Rides',
  item: (id: string) => `Ride ${id}`,
  beThere: 'Be there at',
  ticket: 'Open the ticket',
  price: 'Price',
  total: 'This ride',
  change: 'Change',
  correct: 'Correct the date',
  cancel: 'Cancel',
  cancelAll: 'Cancel the whole booking',
  fewer: 'Fewer passengers',
  ofRide: (ride: string) => `: ${ride}`,
  missed: 'Missed the bus, or a late flight?',
  missedAction: 'Take a later bus',
  correctUntil: (time: string) =>
    `Wrong date? Until ${time} you can still move it to another date or time, free, once.`,
  tooLate: (since: string) =>
    `Since ${since} it can no longer be changed, and nothing comes back if you cancel.`,
  states: {
    cancelled: 'Cancelled',
    over: 'Over',
    left: 'The bus has left',
    notRunning: 'This bus does not run',
  },
  notRunning: {
    advice:
      'We are sorry. Take another bus between the same stops, or have all your money back. Neither costs you anything.',
    takeIt: 'Take this bus:',
    all: 'See all other buses',
    refund: (amount: string) => `Give me back ${amount}`,
  },
  wheelchair: {
    granted: 'Wheelchair place: confirmation number',
    ask: 'Does one of you travel in a wheelchair?',
    users: 'Travelling in a wheelchair',
    reserve: 'Keep a wheelchair place',
    sent: 'The confirmation number then stands here and comes by e-mail.',
  },

  awaited: {
    title: (amount: string) => `A change is not paid yet: ${amount}`,
    until: (time: string) =>
      `The new seats are kept for you until ${time}. Until it is paid nothing is changed, and your tickets stay good.`,
    over: 'The time to pay has passed, so nothing is changed. Your tickets stay good.',
    processing:
      'Your bank is still thinking about the payment. Until it agrees nothing is changed.',
    pay: (amount: string) => `Pay ${amount}`,
    giveUp: 'Give up the change',
  },

  done: {
    title: {
      ...history,
      cancelled: 'Cancelled, as you asked',
      amended: 'Your ride is changed',
      corrected: 'The date is corrected',
      missed: 'You are on a later bus',
      wheelchair: 'The wheelchair place is yours',
      contact: 'Your details are changed',
      'company-moved': 'You are on another bus',
      'company-refunded': 'Your money goes back',
    } satisfies Record<ChangeKind, string>,
    refund: (amount: string) => `${amount} goes back to your card.`,
    nothing: 'No money comes back.',
    newTicket: 'The new ticket is below; the old one is no longer valid.',
    mail: (email: string) => `We are sending the details to ${email}.`,
    resent: 'The tickets are on their way again',
    resentTo: (email: string) => `We are sending them to ${email}.`,
    kept: 'The change is given up',
    keptAdvice: 'Nothing was charged, and your booking stands as it was.',
    mailbox: 'This is a demonstration: the e-mail is in the mailbox of this site.',
    openMailbox: 'Open the mailbox',
  },

  money: {
    title: 'Money',
    paid: 'Paid',
    surcharge: 'Paid for a change',
    fee: 'Cancellation fee, kept',
    forfeited: 'Cancelled too late, not refunded',
    refund: 'Back to you',
    nothing: 'Nothing had to be paid.',
    noPayment: 'No payment has reached us.',
    card: (last4: string) => `card •••• ${last4}`,
    underway: (card: string | null) =>
      `On its way to ${card ? `your card •••• ${card}` : 'the card it came from'}. Most banks show it within ${least} to ${most} working days.`,
    arrived: (card: string | null, date: string) =>
      `Sent to ${card ? `your card •••• ${card}` : 'the card it came from'} on ${date}. Most banks show it within ${least} to ${most} working days.`,
    trouble: 'Sending it back did not work. One of us is looking into it and will contact you.',
    paidOtherwise: (date: string) => `Paid to you on ${date}, but not to the card.`,
    takenBack: 'Your bank has returned your payment, and this with it.',
    watching: 'This page updates by itself.',
    done: 'There is news of your money.',
    again: 'Check again',
  },
  papers: {
    title: 'Receipts',
    receipt: (number: string) => `Receipt ${number}`,
    'credit-note': (number: string) => `Credit note ${number}`,
  },
  contact: {
    title: 'Group leader',
    change: 'Change name or e-mail',
    resend: 'Send the tickets again',
  },
  history: { title: 'What happened', bought: 'Bought', ...history },
  back: 'Back to the booking',
}
