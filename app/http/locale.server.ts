import { AsyncLocalStorage } from 'node:async_hooks'
import { redirect, type MiddlewareFunction } from 'react-router'

import { MESSAGES } from '#app/i18n/messages.ts'
import { provideTranslation, type Translation } from '#app/i18n/translation.ts'
import { LANGUAGE_DAYS } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { localeOf, localePath, plainPath, type Locale } from '#platform/locale.ts'
import { writeCookie } from '#platform/requests/cookies.server.ts'

import {
  DOOR_DEPENDS_ON,
  findLocale,
  localeOfRequest,
  LOCALE_COOKIE,
} from './negotiate-locale.server.ts'

const current = new AsyncLocalStorage<Translation>()
provideTranslation(() => current.getStore() ?? translationInto(MAIN_LOCALE))

const NOT_SHARED = { 'Cache-Control': 'private, no-store' }

/**
 * The path decides the language. Only at "/", and only for visitors from elsewhere, do we look at
 * the last choice or the preference of the browser.
 */
export const localeMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') switchLanguage(request, url)

  const isFrontDoor = url.pathname === '/'
  if (isFrontDoor && request.method === 'GET') {
    const preferred = localeOfRequest(request)
    if (preferred !== MAIN_LOCALE) {
      const headers = { ...NOT_SHARED, Vary: DOOR_DEPENDS_ON }
      throw redirect(localePath(preferred, paths.home()) + url.search, { headers })
    }
  }

  const response = await inLanguage(localeOf(url.pathname), next)
  if (isFrontDoor) response.headers.append('Vary', DOOR_DEPENDS_ON)
  return response
}

/** Makes something in a language. */
export function inLanguage<Made>(locale: Locale, make: () => Made): Made {
  return current.run(translationInto(locale), make)
}

function translationInto(locale: Locale): Translation {
  return { locale, messages: MESSAGES[locale] }
}

/**
 * ?language=el redirects to the same page in that language, and only this parameter is remembered.
 */
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

/** A path that begins with two slashes would lead to another site. */
function onThisSite(path: string): string {
  return path.replace(/^\/+/, '/')
}

function remember(locale: Locale): string {
  return writeCookie(LOCALE_COOKIE, locale, LANGUAGE_DAYS * 24 * 3600)
}
