import { parseCookie, serializeCookie } from 'cookie-es'

import { isHttps } from './security-headers.server.ts'

/**
 * The name of a cookie of ours in the browser. Over https it carries `__Host-`, and browsers take
 * such a cookie from this very host alone, encrypted and for all its addresses: no neighbour host,
 * and nobody on the wire, can plant one. Over http they would not take it at all.
 */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name
}

/** The value that the browser brings under this name, or nothing. */
export function readCookie(
  { headers }: { headers: Pick<Headers, 'get'> },
  name: string,
): string | undefined {
  return parseCookie(headers.get('cookie') ?? '')[cookieName(name)]
}

/** Sets a cookie for so many seconds, seen by no script and sent along by no other site. */
export function writeCookie(name: string, value: string, seconds: number): string {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps() } as const
  return serializeCookie(cookieName(name), value, { ...options, maxAge: seconds })
}

/** Takes the cookie out of the browser. */
export function dropCookie(name: string): string {
  return writeCookie(name, '', 0)
}
