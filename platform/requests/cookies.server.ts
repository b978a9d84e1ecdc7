import { parseCookie, serializeCookie } from 'cookie-es'

import { isHttps } from './security-headers.server.ts'

/**
 * The name of one of our cookies in the browser. Over https it starts with `__Host-`: browsers
 * accept such a cookie only from this very host, encrypted and for all its paths, so neither a
 * neighbouring host nor an attacker on the network can plant one. Over http browsers would reject
 * it.
 */
export function cookieName(name: string): string {
  return isHttps() ? `__Host-${name}` : name
}

/** The value of the cookie in this request, if there is one. */
export function readCookie(
  { headers }: { headers: Pick<Headers, 'get'> },
  name: string,
): string | undefined {
  return parseCookie(headers.get('cookie') ?? '')[cookieName(name)]
}

/** Sets a cookie for `seconds`. Scripts cannot read it, and other sites' forms do not send it. */
export function writeCookie(name: string, value: string, seconds: number): string {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps() } as const
  return serializeCookie(cookieName(name), value, { ...options, maxAge: seconds })
}

/** Removes the cookie from the browser. */
export function dropCookie(name: string): string {
  return writeCookie(name, '', 0)
}
