import { readCookie, writeCookie } from '#platform/cookies.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'

/**
 * Whoever pays for a change comes back to the address of the payment, which must open nothing. The
 * browser that left with the holder's link is led back to the booking by this.
 */
const COOKIE = 'holder'
export const HOLDER_HOURS = 2

export function rememberHolder(manageId: string): string {
  return writeCookie(COOKIE, manageId, HOLDER_HOURS * 3600)
}

/** The cookie that ends the one above. */
export function forgetHolder(): string {
  return writeCookie(COOKIE, '', 0)
}

export function readHolder(request: Request): string | undefined {
  const manageId = readCookie(request, COOKIE)
  return manageId && ACCESS_TOKEN.test(manageId) ? manageId : undefined
}
