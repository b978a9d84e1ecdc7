import { ADULT_FROM_AGE, CHILD_FROM_AGE } from '#modules/rules/rules.ts'

const LAST_YEAR_OF_CHILD = ADULT_FROM_AGE - 1

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
  categories: {
    adult: `Adults (over ${LAST_YEAR_OF_CHILD})`,
    child: `Children (${CHILD_FROM_AGE} to ${LAST_YEAR_OF_CHILD})`,
    student: 'Students (with student card)',
    infant: `Infants (under ${CHILD_FROM_AGE})`,
  },
  /** Singular and plural, as in "2 adults, 1 child"; also read by live/ticket-search.js. */
  counted: {
    adult: 'adult|adults',
    child: 'child|children',
    student: 'student|students',
    infant: 'infant|infants',
    wheelchair: 'wheelchair space|wheelchair spaces',
  },
  category: {
    adult: `Adult (over ${LAST_YEAR_OF_CHILD})`,
    child: `Child (${CHILD_FROM_AGE} to ${LAST_YEAR_OF_CHILD})`,
    student: 'Student',
    infant: `Infant (under ${CHILD_FROM_AGE})`,
  },
}
