import { createHash } from 'node:crypto'
import { parseCookie, serializeCookie } from 'cookie-es'

import { newOpeningId } from './ids.server.ts'
import { OPENING_ID } from './ids.ts'
import { isHttps } from './security-headers.server.ts'

/** A visitor is a browser that has put something into a cart; who only looks gets no cookie. */
const COOKIE = 'visitor'
export const VISITOR_DAYS = 30

/** The visitor's secret, or nothing. What does not have its form counts as no cookie at all. */
export function readVisitor(request: Request): string | undefined {
  const visitor = parseCookie(request.headers.get('cookie') ?? '')[COOKIE]
  return visitor && OPENING_ID.test(visitor) ? visitor : undefined
}

/** The visitor, made now where there was none; then the answer must carry `setCookie`. */
export function ensureVisitor(request: Request): { visitor: string; setCookie?: string } {
  const known = readVisitor(request)
  return known ? { visitor: known } : newVisitor()
}

/** Somebody else is in front of the browser from here on: cart and bookings do not show any more. */
export function newVisitor(): { visitor: string; setCookie: string } {
  const visitor = newOpeningId()
  return { visitor, setCookie: serializeCookie(COOKIE, visitor, cookieOptions()) }
}

/** The same, where nothing has to be kept for them. */
export function noVisitor(): string {
  return serializeCookie(COOKIE, '', { ...cookieOptions(), maxAge: 0 })
}

/** What is stored of a visitor: from it nobody can make the cookie that opens the cart. */
export function visitorKey(visitor: string): string {
  return createHash('sha256').update(visitor).digest('hex')
}

function cookieOptions() {
  const maxAge = VISITOR_DAYS * 24 * 3600
  return { maxAge, path: '/', httpOnly: true, sameSite: 'lax' as const, secure: isHttps() }
}
