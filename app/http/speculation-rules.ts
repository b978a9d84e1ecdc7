import { LOCALES, localePrefix } from '#platform/locale.ts'

/** Pages that are the same for everyone and cost us nothing to send. */
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
 * What a browser may fetch before somebody goes there: plain pages, when a pointer rests on the link.
 * Never a cart, a ticket or a search; and never the switch of languages, which is remembered.
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
