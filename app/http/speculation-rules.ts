import * as paths from '#paths'
import { LOCALES, localePrefix } from '#platform/locale.ts'

/** Pages that are the same for everyone and cheap to send. */
const PLAIN = [
  paths.home(),
  paths.timetables(),
  paths.timetable('*'),
  paths.services(),
  paths.service('*'),
  paths.faq(),
  paths.about(),
  paths.contact(),
  paths.terms(),
  paths.privacy(),
  paths.accessibility(),
  paths.passengerRights(),
]

/**
 * Pages that a browser may prefetch: plain pages, once the pointer rests on a link. Never a cart, a
 * ticket or a search, and never the language switch, which is remembered.
 */
export const SPECULATION_RULES = {
  prefetch: [
    {
      where: {
        and: [
          {
            or: LOCALES.flatMap((locale) =>
              PLAIN.map((path) => ({ href_matches: localePrefix(locale) + path })),
            ),
          },
          { not: { href_matches: '/*\\?*language=*' } },
          { not: { selector_matches: '[hreflang], [rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}
