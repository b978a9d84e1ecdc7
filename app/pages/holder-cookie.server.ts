import { parseCookie, serializeCookie } from 'cookie-es'

import { OPENING_ID } from '#platform/ids.ts'
import { isHttps } from '#platform/security-headers.server.ts'

/**
 * Whoever pays for a change comes back to the address of the payment, which must open nothing. The
 * browser that left with the holder's link is led back to the booking by this.
 */
const COOKIE = 'holder'
export const HOLDER_HOURS = 2

export function rememberHolder(manageId: string): string {
  const maxAge = HOLDER_HOURS * 3600
  const options = { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps() } as const
  return serializeCookie(COOKIE, manageId, options)
}

export function readHolder(request: Request): string | undefined {
  const manageId = parseCookie(request.headers.get('cookie') ?? '')[COOKIE]
  return manageId && OPENING_ID.test(manageId) ? manageId : undefined
}
