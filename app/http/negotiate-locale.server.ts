import { MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { readCookie } from '#platform/requests/cookies.server.ts'

/** The headers that decide the response at the front page. */
export const DOOR_DEPENDS_ON = 'Accept-Language, Cookie, Sec-Fetch-Site'

/** The language chosen with the switch. */
export const LOCALE_COOKIE = 'locale'

type Arrival = { headers: Pick<Headers, 'get'> }

/**
 * The language for a visitor who arrives at "/" from another site: the last choice, or the
 * preference of the browser. For links within the site "/" is English.
 */
export function localeOfRequest(request: Arrival): Locale {
  if (!arrivesFromElsewhere(request)) return MAIN_LOCALE
  return rememberedLocale(request) ?? preferredLocale(request)
}

export function findLocale(tag: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === tag?.toLowerCase())
}

function arrivesFromElsewhere({ headers }: Arrival): boolean {
  return headers.get('sec-fetch-site') !== 'same-origin'
}

function rememberedLocale(request: Arrival): Locale | undefined {
  return findLocale(readCookie(request, LOCALE_COOKIE))
}

function preferredLocale({ headers }: Arrival): Locale {
  const ranked = (headers.get('accept-language') ?? '').split(',').map((part) => {
    const [tag = '', ...rest] = part.split(';').map((one) => one.trim())
    const weight = rest.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
    return { locale: findLocale(tag.split('-')[0]), weight: Number(weight) }
  })
  const ours = ranked.filter(({ locale, weight }) => locale && weight > 0)
  return ours.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? MAIN_LOCALE
}
