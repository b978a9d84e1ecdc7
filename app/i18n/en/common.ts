export const common = {
  skipToContent: 'Skip to the content',
  menu: 'Main menu',
  openMenu: 'Menu',
  home: 'Home',
  bookNow: 'Book now',
  myBookings: 'My bookings',
  timetables: 'Timetables',
  cart: 'Cart',
  /** The other language, in that language. */
  otherLanguage: 'Ελληνικά',
  breadcrumbs: 'You are here',
  demonstration: 'Demonstration: no real buses, no real money.',
  services: 'Services',
  faqShort: 'FAQ',
  contactPage: 'Contact',
  hours: (from: string, until: string) => `Every day, ${from} to ${until}`,
  errorSummary: 'There is a problem',
  minutes: (count: number) => `${count} min`,
  duration: (hours: number, minutes: number) =>
    hours === 0 ? `${minutes} min` : minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
  /** After a time that is reached on a later date than the bus left. */
  laterDay: (days: number) => (days === 1 ? '+1 day' : `+${days} days`),
  passengers: (count: number) => (count === 1 ? '1 passenger' : `${count} passengers`),
  categories: {
    adult: 'Adults (over 12)',
    child: 'Children (2 to 12)',
    student: 'Students',
    infant: 'Infants (under 2)',
  },
  category: {
    adult: 'Adult (over 12)',
    child: 'Child (2 to 12)',
    student: 'Student',
    infant: 'Infant (under 2)',
  },
}
