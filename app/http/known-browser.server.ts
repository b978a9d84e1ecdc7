import { timingSafeEqual } from 'node:crypto'

import { KNOWN_BROWSER_DAYS } from '#modules/rules/kept.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { keyedHash } from '#platform/keyed-hash.server.ts'
import { dropCookie, readCookie, writeCookie } from '#platform/requests/cookies.server.ts'

/**
 * Marks a browser that has logged in to an account before, so that strangers who guess the password
 * elsewhere cannot lock it out. It opens nothing, and counts for that account alone.
 */
const COOKIE = 'browser'

const FORM = /^([\w-]{10,64})\.(\d{9,11})\.([\w-]{43})$/

/** Sets the cookie after a login with this email address. */
export async function rememberBrowser(email: string, now: Temporal.Instant): Promise<string> {
  const id = newAccessToken()
  const since = Math.floor(now.epochMilliseconds / 1000)
  const value = `${id}.${since}.${await sign(id, since, email)}`
  return writeCookie(COOKIE, value, KNOWN_BROWSER_DAYS * 24 * 3600)
}

export function forgetBrowser(): string {
  return dropCookie(COOKIE)
}

/** The id of the browser, if it has logged in with this email address before. */
export async function findKnownBrowser(
  request: Request,
  email: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const [, id = '', since = '', hash = ''] = FORM.exec(readCookie(request, COOKIE) ?? '') ?? []
  const days = (now.epochMilliseconds / 1000 - Number(since)) / (24 * 3600)
  if (id === '' || days > KNOWN_BROWSER_DAYS) return undefined
  const expected = await sign(id, Number(since), email)
  return timingSafeEqual(Buffer.from(hash), Buffer.from(expected)) ? id : undefined
}

function sign(id: string, since: number, email: string): Promise<string> {
  return keyedHash('known browser', `${id} ${since} ${email.toLowerCase()}`)
}
