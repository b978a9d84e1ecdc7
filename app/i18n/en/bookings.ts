import type { BoughtState } from '#modules/orders/bought-state.ts'

const states: Record<BoughtState, string> = {
  confirmed: 'Confirmed',
  processing: 'Payment in progress',
  'given-back': 'Money on its way back',
  review: 'Payment being checked',
  cancelled: 'Cancelled',
}

export const bookings = {
  title: 'My bookings',
  upcoming: 'Upcoming',
  earlier: 'Earlier',
  order: 'Booking',
  states,
  ticket: 'Open the ticket',
  receipt: 'Receipt (PDF)',
  follow: 'Where the payment stands',
  remembered: (days: number) =>
    `This list shows what was bought in this browser, which we recognise for ${days} days.`,
  elsewhere:
    'Bought on another device, or longer ago? Every ticket also opens from the link in the e-mail it came with.',
  logIn: 'With an account you find them all when you log in.',
  ofAccount:
    'This list shows what was bought with your account or your e-mail address, on whichever device, and in this browser.',
  empty: 'There are no bookings here yet',
  book: 'Find a bus',
}
