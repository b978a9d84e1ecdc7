import type { ReadStatus } from '#modules/orders/read-status.ts'

const states: Record<ReadStatus, string> = {
  'awaiting-payment': 'Not paid yet',
  processing: 'Payment in progress',
  confirmed: 'Confirmed',
  'partly-cancelled': 'Partly cancelled',
  'partly-refunded': 'Partly refunded',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  expired: 'Expired',
  review: 'Payment being checked',
}

export const bookings = {
  title: 'My bookings',
  upcoming: 'Upcoming',
  earlier: 'Earlier',
  order: 'Booking',
  states,
  ticket: 'Open the ticket',
  notRunning: 'This bus does not run',
  choose: 'Choose what to do',
  manage: 'Change, cancel or see the receipt',
  see: 'See the booking and its receipts',
  follow: 'Where the payment stands',
  remembered: (days: number) =>
    `This list shows what was bought in this browser, which we recognise for ${days} days.`,
  elsewhere: 'Bought on another device, or longer ago?',
  find: 'Find the booking by its reference',
  logIn: 'With an account you find them all when you log in.',
  ofAccount:
    'This list shows what was bought with your account or your e-mail address, on whichever device, and in this browser.',
  empty: 'There are no bookings here yet',
  book: 'Find a bus',
}
