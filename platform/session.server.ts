import { createHash } from 'node:crypto'

import { dropCookie, readCookie, writeCookie } from './cookies.server.ts'
import { newAccessToken, accessTokenFrom } from './ids.server.ts'
import { ACCESS_TOKEN } from './ids.ts'

/**
 * A visitor is a browser that has put something into a cart; a browser that only looks gets no
 * cookie.
 */
const COOKIE = 'visitor'
export const VISITOR_DAYS = 30

/** The visitor's secret, if there is one. A malformed one counts as no cookie at all. */
export function readVisitor(request: Request): string | undefined {
  const visitor = readCookie(request, COOKIE)
  return visitor && ACCESS_TOKEN.test(visitor) ? visitor : undefined
}

/** The key under which the visitor is stored, if the request has one. */
export function readVisitorKey(request: Request): string | undefined {
  const visitor = readVisitor(request)
  return visitor && visitorKey(visitor)
}

/** The visitor, created if there was none; the response must then carry `setCookie`. */
export function ensureVisitor(request: Request): { visitor: string; setCookie?: string } {
  const known = readVisitor(request)
  return known ? { visitor: known } : newVisitor()
}

/** Another person uses the browser from here on: cart and bookings no longer show. */
export function newVisitor(): { visitor: string; setCookie: string } {
  const visitor = newAccessToken()
  return { visitor, setCookie: setVisitor(visitor) }
}

/**
 * The visitor's new key after a log-in or a purchase: a cookie that was planted, or copied from a
 * shared computer, opens nothing that comes later. `press` is a secret of the form that was shown
 * (`newOpeningId`), so submitting the same form twice gives the same visitor, even if the first
 * response never arrives; the cookie alone is not enough to work it out.
 */
export function nextVisitor(visitor: string, press: string): string {
  return ACCESS_TOKEN.test(press) ? accessTokenFrom(`${visitor} ${press}`) : newAccessToken()
}

/** Sets the cookie that makes a browser this visitor. */
export function setVisitor(visitor: string): string {
  return writeCookie(COOKIE, visitor, VISITOR_DAYS * 24 * 3600)
}

/** Removes the cookie, if nothing has to be kept for the visitor. */
export function noVisitor(): string {
  return dropCookie(COOKIE)
}

/** The stored form of a visitor, from which the cookie that opens the cart cannot be made. */
export function visitorKey(visitor: string): string {
  return createHash('sha256').update(visitor).digest('hex')
}
