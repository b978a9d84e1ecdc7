import { translation } from '#app/i18n/translation.ts'
import { absolute, Structured } from '#app/ui/structured.tsx'
import { company } from '#operator'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

const EVERY_DAY = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Structured data about the company, for search engines. */
export function Organization() {
  const { locale } = translation()
  const { name, legalName, email, phone, foundedIn, address, vatNumber, hours } = company()
  return (
    <Structured
      about={{
        '@type': ['Organization', 'LocalBusiness'],
        '@id': absolute('/#organization'),
        name,
        legalName,
        url: absolute(localePath(locale, paths.home())),
        logo: absolute('/apple-touch-icon.png'),
        email,
        telephone: phone,
        foundingDate: String(foundedIn),
        vatID: vatNumber,
        address: address[locale],
        openingHoursSpecification: {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: EVERY_DAY,
          opens: hours.from,
          closes: hours.until,
        },
      }}
    />
  )
}
