import { categoriesInEnglish } from '#modules/fares/words/en.ts'

export const common = {
  skipToContent: 'Skip to main content',
  menu: 'Main menu',
  openMenu: 'Menu',
  home: 'Home',
  bookNow: 'Book now',
  myBookings: 'My bookings',
  account: 'Account',
  timetables: 'Timetables',
  cart: 'Cart',
  breadcrumbs: 'You are here',
  demonstration: 'Demonstration: no real buses, no real money.',
  services: 'Services',
  faqShort: 'FAQ',
  contactPage: 'Contact',
  hours: (from: string, until: string) => `Every day, ${from} to ${until}`,
  errorSummary: 'There is a problem',
  /** Follows an arrival time on a later date than the departure. */
  laterDay: (days: number) => (days === 1 ? '+1 day' : `+${days} days`),
  passengers: (count: number) => (count === 1 ? '1 passenger' : `${count} passengers`),
  each: (price: string) => `${price} each`,
  categories: categoriesInEnglish,
  /** Singular and plural, as in "2 adults, 1 wheelchair space"; also read by live/ticket-search.js. */
  wheelchairSpaces: 'wheelchair space|wheelchair spaces',
}
