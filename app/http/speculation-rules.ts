import { LOCALES, localePrefix } from '#platform/locale.ts'

/** Pages that are the same for everyone and cheap to send. */
const PLAIN = [
  '/',
  '/timetables',
  '/schedules/*',
  '/services',
  '/services/*',
  '/faq',
  '/about',
  '/contact',
  '/terms-and-conditions',
  '/privacy',
  '/accessibility',
  '/passenger-rights',
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
