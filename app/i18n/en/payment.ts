import type { DeclineReason } from '#modules/payments/provider.ts'
import { REFUND_SHOWN_DAYS } from '#modules/rules/rules.ts'

const { min, max } = REFUND_SHOWN_DAYS
const shown = `Most banks show it within ${min} to ${max} working days.`

const declined: Record<DeclineReason, string> = {
  'insufficient-funds': 'There was not enough money on the card.',
  'card-expired': 'The card has expired.',
  'bad-cvc': 'The security code was wrong.',
  'bad-card-number': 'The card number was wrong.',
  'lost-or-stolen': 'The bank does not accept this card. Please try another one.',
  'limit-exceeded': 'The amount is over the card’s limit.',
  'authentication-failed': 'Your bank could not confirm that it was you paying.',
  'issuer-unavailable': 'Your bank did not respond. It often works on the next try.',
  'fraud-suspected': 'Your bank refused it to protect you. Try another card, or call the bank.',
  'try-other-card': 'Your bank refused this card. Please try another one.',
  timeout: 'The payment page was open for too long.',
  unknown: 'Your bank gave no reason.',
}

export const payment = {
  reference: 'Booking reference',
  refunded: {
    duplicate: 'This booking was paid for twice. We will refund the second payment in full.',
    'no-seats-left':
      'Your payment arrived after the seats had gone back on sale, and by then they were taken. We are sorry. We will refund you in full, with no fee.',
    'order-changed':
      'Your booking changed before this payment arrived, so we could not use it. We will refund you in full, with no fee.',
    'order-closed':
      'The booking had expired before this payment arrived. We will refund you in full, with no fee.',
    'other-sum':
      'The amount charged did not match your booking, so we could not accept it. We are sorry. We will refund you in full, with no fee.',
  },

  confirmed: {
    title: 'You are booked',
    intro: (count: number): string =>
      count === 1
        ? 'Your ticket is ready. Show it when you board, on your phone or on paper.'
        : 'Your tickets are ready, one for each journey. Show them when you board, on your phone or on paper.',
    late: 'Your payment arrived after your seats were released. They were still free, so we have booked them for you.',
    elsewhere:
      'We have emailed the tickets to the address you booked with. For security they are shown only in the browser you used to book.',
    ticket: 'Open the ticket',
    pdf: 'Download PDF',
    calendar: 'Add to calendar',
    receipt: 'Receipt (PDF)',
    paid: 'Paid',
    manage: 'Change or cancel',
  },
  /** For the surcharge of a booked ride. */
  change: {
    title: 'Your booking has been changed',
    intro:
      'The new ticket is ready; the one it replaces is no longer valid. Everything else is unchanged.',
    next: 'Until then your current tickets are valid. As soon as the payment is confirmed we will make the change and email you. You may close this page.',
    nothing: 'Nothing was charged, and nothing was changed.',
    stands: 'Your booking is unchanged and your tickets are valid.',
    toBooking: 'Back to the booking',
    byMail: 'To open the booking, use the link in the email with your tickets.',
  },
  email: {
    title: 'Your email',
    sent: (email: string) => `The tickets and the receipt are on their way to ${email}.`,
    corrected: (email: string) => `Corrected. The tickets are on their way to ${email}.`,
    wrong: 'Is the address wrong?',
    once: 'You can correct it here once. We will then send the tickets again.',
    label: 'Correct email address',
    submit: 'Send the tickets there',
    mailbox: 'This is a demonstration, so the email is in this site’s mailbox.',
    openMailbox: 'Open the mailbox',
  },
  processing: {
    title: 'Your booking is being processed',
    intro: 'We are waiting for the bank to confirm your payment. This usually takes a few seconds.',
    next: 'You keep your seats in the meantime. As soon as the payment is confirmed your tickets will appear here, and a ticket email will follow. You may close this page.',
    watching: 'This page updates automatically.',
    done: 'Your payment has been updated.',
    again: 'Check again',
  },
  unpaid: {
    title: 'Not paid yet',
    intro: 'The payment page is still open, and nothing has been charged.',
    goOn: 'Back to the cart to continue paying',
  },
  failed: {
    title: 'The payment did not go through',
    nothing: 'Nothing was charged.',
    left: 'The payment was not completed.',
    declined,
    held: (time: string) =>
      `Your seats are held until ${time}, and your details are still in the cart.`,
    notHeld:
      'Your seats are no longer held. They are still in your cart with your details, and you can hold them again if they are free.',
    /** The order was closed, or is not in this browser's cart. */
    gone: 'Your seats are no longer held. To travel, please book again.',
    again: 'Try again',
    search: 'Search for a bus',
  },
  givenBack: {
    title: 'Your refund is on its way',
    /** By the progress of the refund. */
    states: {
      underway: (amount: string) =>
        `We are refunding ${amount} to the card you paid with. ${shown}`,
      done: (amount: string) => `We have refunded ${amount} to the card you paid with. ${shown}`,
      trouble: (amount: string) =>
        `The refund of ${amount} did not go through at first. We are looking into it and will email you.`,
      settled: (amount: string) => `We have refunded ${amount} by another method, not to the card.`,
    },
    stands: 'Your booking is unchanged and your tickets are valid:',
    again: 'Choose another bus',
  },
  review: {
    title: 'We are checking your payment',
    intro:
      'The amount charged did not match your booking, so there is no ticket yet. We are checking this and will email you. You can also call us and quote the booking reference.',
  },
}
