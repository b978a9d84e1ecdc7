import { HOLDER_HOURS } from '#modules/rules/kept.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { readCookie, writeCookie } from '#platform/requests/cookies.server.ts'

/**
 * The address to which a payment returns must not open anything on its own. This cookie leads the
 * browser that came from the holder's link back to the booking.
 */
const COOKIE = 'holder'

export function rememberHolder(manageId: string): string {
  return writeCookie(COOKIE, manageId, HOLDER_HOURS * 3600)
}

/** The cookie that deletes the one above. */
export function forgetHolder(): string {
  return writeCookie(COOKIE, '', 0)
}

export function readHolder(request: Request): string | undefined {
  const manageId = readCookie(request, COOKIE)
  return manageId && ACCESS_TOKEN.test(manageId) ? manageId : undefined
}
