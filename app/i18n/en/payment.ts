import type { DeclineReason } from '#modules/payments/provider.ts'
import { REFUND_SHOWN_DAYS } from '#modules/tickets/ticket.ts'

const { least, most } = REFUND_SHOWN_DAYS
const shown = `Most banks show it within ${least} to ${most} working days.`

const declined: Record<DeclineReason, string> = {
  'insufficient-funds': 'There was not enough money on the card.',
  'card-expired': 'The card has expired.',
  'bad-cvc': 'The security code of the card was not right.',
  'bad-card-number': 'The card number was not right.',
  'lost-or-stolen': 'The bank does not accept this card. Please try another one.',
  'limit-exceeded': 'The amount is over the limit of the card.',
  'authentication-failed': 'Your bank could not confirm that it was you who paid.',
  'issuer-unavailable': 'Your bank did not answer. It often does on the next try.',
  'fraud-suspected': 'Your bank refused it to protect you. Try another card, or call the bank.',
  'try-other-card': 'Your bank refused this card. Please try another one.',
  timeout: 'The payment page was open for too long.',
  unknown: 'Your bank gave no reason.',
}

export const payment = {
  reference: 'Booking reference',
  refunded: {
    duplicate: 'This order was paid for twice. The second payment goes back to you in full.',
    'no-seats-left':
      'Your payment came after the seats had gone back on sale, and by then they were taken. We are sorry. The money goes back to you in full, and we keep no fee.',
    'order-changed':
      'The order had changed before this payment came, so it does not pay for it. The money goes back to you in full, and we keep no fee.',
    'order-closed':
      'The order was closed before this payment came. The money goes back to you in full, and we keep no fee.',
    'other-sum':
      'Another sum was charged than the order costs, so it could not pay for it. We are sorry. The money goes back to you in full, and we keep no fee.',
  },

  confirmed: {
    title: 'You are booked',
    intro: (count: number): string =>
      count === 1
        ? 'Your ticket is ready. Show it when you board, on the phone or on paper.'
        : 'Your tickets are ready, one for each ride. Show them when you board, on the phone or on paper.',
    late: 'Your payment came after the time for your seats had run out. They were still free, so we took them for you again.',
    elsewhere:
      'The tickets went to the e-mail address of the order. They are shown in the browser that bought them.',
    ticket: 'Open the ticket',
    pdf: 'PDF',
    calendar: 'Calendar',
    receipt: 'Receipt (PDF)',
    paid: 'Paid',
    manage: 'Change or cancel',
  },
  /** Of a surcharge, for what is booked already. */
  change: {
    title: 'Your booking is changed',
    intro:
      'The new ticket is ready; the one it replaces is no longer valid. Everything else is as it was.',
    next: 'Until then your present tickets stay good. As soon as the payment is confirmed the change is made, and an e-mail follows. You may close this page.',
    nothing: 'Nothing was charged, and nothing was changed.',
    stands: 'Your booking stands as it was, and your tickets are good.',
    toBooking: 'Back to the booking',
    byMail: 'The booking opens from the link in the e-mail with your tickets.',
  },
  email: {
    title: 'Your e-mail',
    sent: (email: string) => `The tickets and the receipt are on their way to ${email}.`,
    corrected: (email: string) => `Corrected. The tickets are on their way to ${email}.`,
    wrong: 'Is the address wrong?',
    once: 'You can correct it here once. The tickets are then sent again.',
    label: 'The right e-mail address',
    submit: 'Send the tickets there',
    mailbox: 'This is a demonstration, so the e-mail is in the mailbox of this site.',
    openMailbox: 'Open the mailbox',
  },
  processing: {
    title: 'Your order is being processed',
    intro: 'We are waiting for the bank to confirm your payment. This usually takes a few seconds.',
    next: 'Your seats stay yours in the meantime. As soon as the payment is confirmed your tickets appear here, and a ticket e-mail follows. You may close this page.',
    watching: 'This page updates by itself.',
    done: 'There is news of your payment.',
    again: 'Check again',
  },
  unpaid: {
    title: 'Not paid yet',
    intro: 'The payment page is still open, and nothing has been charged.',
    goOn: 'Back to the cart, to continue paying',
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
    /** The order was closed, or is not in the cart of this browser. */
    gone: 'Your seats are no longer held. To travel, please book again.',
    again: 'Try again',
    search: 'Search for a bus',
  },
  givenBack: {
    title: 'Your money is going back',
    /** By how far it has come. */
    states: {
      underway: (amount: string) =>
        `${amount} is on its way back to the card it came from. ${shown}`,
      done: (amount: string) => `${amount} has been sent back to the card it came from. ${shown}`,
      trouble: (amount: string) =>
        `Sending ${amount} back did not work at once. One of us is looking into it and will write to you.`,
      settled: (amount: string) => `${amount} has come back to you, but not by way of the card.`,
    },
    stands: 'Your booking stands, and your tickets are good:',
    again: 'Choose another bus',
  },
  review: {
    title: 'We are looking at your payment',
    intro:
      'What was charged is not what the order costs, so there is no ticket yet. One of us will look at it and write to you. You can also call us and quote the booking reference.',
  },
}
