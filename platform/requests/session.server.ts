import { createHash } from 'node:crypto'

import { newAccessToken, accessTokenFrom } from '#platform/ids.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'

import { dropCookie, readCookie, writeCookie } from './cookies.server.ts'

/**
 * A visitor is a browser that has put something into a cart; a browser that only looks gets no
 * cookie.
 */
const COOKIE = 'visitor'
export const VISITOR_DAYS = 30
/**
 * The secrets of the carts that this browser was shown lately. Only the browser to which a form was
 * sent knows its secret, so a planted cookie does not lead to what the form has bought.
 */
const PRESSES_COOKIE = 'presses'
export const PRESSES_MINUTES = 60
/** Tabs in which the cart is open at once. */
const PRESSES_KEPT = 4
const BETWEEN_PRESSES = '.'

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

/**
 * The keys to which a form that was shown lately can have led, the latest first. A browser that lost
 * the response has its old key, and only by these finds what was moved.
 */
export function nextVisitors(request: Request): string[] {
  const visitor = readVisitor(request)
  return visitor ? readPresses(request).map((press) => nextVisitor(visitor, press)) : []
}

/** Sets the cookie by which the browser can say later that it was shown a form with this secret. */
export function keepPress(request: Request, press: string): string {
  const kept = [press, ...readPresses(request)].slice(0, PRESSES_KEPT)
  return writeCookie(PRESSES_COOKIE, kept.join(BETWEEN_PRESSES), PRESSES_MINUTES * 60)
}

function readPresses(request: Request): string[] {
  const presses = readCookie(request, PRESSES_COOKIE)?.split(BETWEEN_PRESSES) ?? []
  return presses.filter((press) => ACCESS_TOKEN.test(press)).slice(0, PRESSES_KEPT)
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
