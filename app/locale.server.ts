import { AsyncLocalStorage } from 'node:async_hooks'
import { parseCookie, serializeCookie } from 'cookie-es'
import { redirect, type MiddlewareFunction } from 'react-router'

import { LOCALES, localeOf, localePath, plainPath, type Locale } from '#platform/locale.ts'
import { isHttps } from '#platform/security-headers.server.ts'

import { el } from './i18n/el.ts'
import { en } from './i18n/en.ts'
import { provideTranslation, type Translation } from './i18n/translation.ts'

const TRANSLATIONS: Record<Locale, Translation> = {
  en: { locale: 'en', messages: en },
  el: { locale: 'el', messages: el },
}
const current = new AsyncLocalStorage<Translation>()
provideTranslation(() => current.getStore() ?? TRANSLATIONS.en)

const NOT_SHARED = { 'Cache-Control': 'private, no-store' }
const DEPENDS_ON = 'Accept-Language, Cookie, Sec-Fetch-Site'
export const LANGUAGE_DAYS = 365

/**
 * The address decides the language. Only at "/", and only for someone arriving from elsewhere, do
 * we look at what they chose last time or what their browser prefers.
 */
export const localeMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') switchLanguage(request, url)

  const isFrontDoor = url.pathname === '/'
  if (isFrontDoor && request.method === 'GET' && arrivesFromElsewhere(request)) {
    const preferred = rememberedLocale(request) ?? preferredLocale(request)
    if (preferred !== 'en') {
      const headers = { ...NOT_SHARED, Vary: DEPENDS_ON }
      throw redirect(localePath(preferred, '/') + url.search, { headers })
    }
  }

  const response = await current.run(TRANSLATIONS[localeOf(url.pathname)], next)
  if (isFrontDoor) response.headers.append('Vary', DEPENDS_ON)
  return response
}

/** ?language=el leads to the same page in that language; only who asks for one is remembered. */
function switchLanguage(request: Request, url: URL): void {
  const asked = url.searchParams.get('language')
  if (asked === null) return

  const locale = findLocale(asked)
  const rest = new URLSearchParams(url.searchParams)
  rest.delete('language')
  const path = localePath(locale ?? localeOf(url.pathname), plainPath(url.pathname))
  const headers = new Headers(NOT_SHARED)
  const isOnlyFetchedAhead = request.headers.has('sec-purpose')
  if (locale && !isOnlyFetchedAhead) headers.set('Set-Cookie', remember(locale))
  throw redirect(onThisSite(rest.size > 0 ? `${path}?${rest}` : path), { status: 303, headers })
}

/** An address that begins with two slashes would lead to another site. */
function onThisSite(path: string): string {
  return path.replace(/^\/+/, '/')
}

function arrivesFromElsewhere({ headers }: Request): boolean {
  return headers.get('sec-fetch-site') !== 'same-origin'
}

function rememberedLocale({ headers }: Request): Locale | undefined {
  return findLocale(parseCookie(headers.get('cookie') ?? '').locale)
}

function preferredLocale({ headers }: Request): Locale {
  const ranked = (headers.get('accept-language') ?? '').split(',').map((part) => {
    const [tag = '', weight = '1'] = part.trim().split(/\s*;\s*q=/)
    return { locale: findLocale(tag.split('-')[0]), weight: Number(weight) }
  })
  const ours = ranked.filter(({ locale, weight }) => locale && weight > 0)
  return ours.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? 'en'
}

function findLocale(tag: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === tag?.toLowerCase())
}

function remember(locale: Locale): string {
  const maxAge = LANGUAGE_DAYS * 24 * 3600
  const options = { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps() } as const
  return serializeCookie('locale', locale, options)
}
