import { createHash } from 'node:crypto'

import { dropCookie, readCookie, writeCookie } from './cookies.server.ts'
import { newAccessToken, accessTokenFrom } from './ids.server.ts'
import { ACCESS_TOKEN } from './ids.ts'

/** A visitor is a browser that has put something into a cart; who only looks gets no cookie. */
const COOKIE = 'visitor'
export const VISITOR_DAYS = 30

/** The visitor's secret, or nothing. What does not have its form counts as no cookie at all. */
export function readVisitor(request: Request): string | undefined {
  const visitor = readCookie(request, COOKIE)
  return visitor && ACCESS_TOKEN.test(visitor) ? visitor : undefined
}

/** The visitor, made now where there was none; then the answer must carry `setCookie`. */
export function ensureVisitor(request: Request): { visitor: string; setCookie?: string } {
  const known = readVisitor(request)
  return known ? { visitor: known } : newVisitor()
}

/** Somebody else is in front of the browser from here on: cart and bookings do not show any more. */
export function newVisitor(): { visitor: string; setCookie: string } {
  const visitor = newAccessToken()
  return { visitor, setCookie: setVisitor(visitor) }
}

/**
 * The visitor's new key after a log-in or a purchase: a cookie that was
 * planted, or copied from a shared computer, opens nothing of what comes then. `press` is a secret
 * of the form that was shown (`newOpeningId`), so the same form pressed twice gives the same
 * visitor, though the answer to the first press may never arrive; and nobody who knows the cookie
 * alone can work it out.
 */
export function nextVisitor(visitor: string, press: string): string {
  return ACCESS_TOKEN.test(press) ? accessTokenFrom(`${visitor} ${press}`) : newAccessToken()
}

/** The cookie by which a browser is this visitor. */
export function setVisitor(visitor: string): string {
  return writeCookie(COOKIE, visitor, VISITOR_DAYS * 24 * 3600)
}

/** The same, where nothing has to be kept for them. */
export function noVisitor(): string {
  return dropCookie(COOKIE)
}

/** What is stored of a visitor: from it nobody can make the cookie that opens the cart. */
export function visitorKey(visitor: string): string {
  return createHash('sha256').update(visitor).digest('hex')
}
