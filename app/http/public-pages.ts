import { SERVICES } from '#modules/enquiries/forms.ts'
import * as paths from '#paths'

/** Every public page without an id, by its English path; a test compares them with routes.ts. */
export const PUBLIC_PAGES = [
  paths.home(),
  paths.bookNow(),
  paths.findBooking(),
  paths.timetables(),
  paths.services(),
  ...SERVICES.map((slug) => paths.service(slug)),
  paths.faq(),
  paths.contact(),
  paths.about(),
  paths.terms(),
  paths.privacy(),
  paths.accessibility(),
  paths.passengerRights(),
]
