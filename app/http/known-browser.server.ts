import { timingSafeEqual } from 'node:crypto'

import { dropCookie, readCookie, writeCookie } from '#platform/cookies.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { keyedHash } from '#platform/keyed-hash.server.ts'

/**
 * By this a browser is known from which somebody logged in to an account before: strangers who guess
 * at its password elsewhere do not lock it out. It opens nothing, and goes with one account alone.
 */
const COOKIE = 'browser'
export const KNOWN_BROWSER_DAYS = 180

const FORM = /^([\w-]{10,64})\.(\d{9,11})\.([\w-]{43})$/

/** Set when somebody has logged in with this address. */
export async function rememberBrowser(email: string, now: Temporal.Instant): Promise<string> {
  const id = newAccessToken()
  const since = Math.floor(now.epochMilliseconds / 1000)
  const value = `${id}.${since}.${await sign(id, since, email)}`
  return writeCookie(COOKIE, value, KNOWN_BROWSER_DAYS * 24 * 3600)
}

export function forgetBrowser(): string {
  return dropCookie(COOKIE)
}

/** The name of the browser, if somebody has logged in from it with this address; or nothing. */
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
