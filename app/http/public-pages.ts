import { SERVICES } from '#modules/enquiries/forms.ts'

/** Every public page without an id, by its English path; a test compares them with routes.ts. */
export const PUBLIC_PAGES = [
  '/',
  '/book-now',
  '/find-booking',
  '/timetables',
  '/services',
  ...SERVICES.map((slug) => `/services/${slug}`),
  '/faq',
  '/contact',
  '/about',
  '/terms-and-conditions',
  '/privacy',
  '/accessibility',
  '/passenger-rights',
]
