import type { ReadStatus } from '#modules/orders/order/shown-status.ts'

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
  savedAt: (when: string) =>
    `You are offline. This list was saved at ${when}. These tickets open all the same:`,
  upcoming: 'Upcoming',
  earlier: 'Earlier',
  order: 'Booking',
  states,
  ticket: 'Open the ticket',
  choose: 'Choose what to do',
  manage: 'Change, cancel or see the receipt',
  see: 'See the booking and its receipts',
  follow: 'Check your payment',
  remembered: (days: number) =>
    `This list shows what was booked in this browser, which we recognise for ${days} days.`,
  elsewhere: 'Booked on another device, or earlier?',
  find: 'Find the booking by its reference',
  logIn: 'With an account you will find them all when you log in.',
  ofAccount:
    'This list shows what was booked with your account or your email address, on any device, and in this browser.',
  forget: {
    title: 'Not your device?',
    text: 'Remove your bookings from it when you have finished. They stay valid: the tickets are in your email, and you can find a booking again by its reference.',
    button: 'Forget me on this device',
    done: 'This device has forgotten you. Your bookings stay valid: open them from the link in your email, or find them by their reference.',
  },
  empty: 'There are no bookings here yet',
  book: 'Find a bus',
}
