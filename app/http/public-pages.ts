import { SERVICES } from '#modules/enquiries/forms.ts'

/** Every page without an id that is there for everyone, by its plain path; the test compares routes.ts. */
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
