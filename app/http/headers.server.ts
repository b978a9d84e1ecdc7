/** Adds the session's cookies to the other headers of a response. */
export function withCookies(setCookies: readonly string[], headers = new Headers()): Headers {
  for (const one of setCookies) headers.append('Set-Cookie', one)
  return headers
}

/**
 * Deletes data that the browser stores for a person, such as offline tickets, when they log out.
 */
export function forgetting(headers: Headers): Headers {
  headers.set('Clear-Site-Data', '"storage"')
  return headers
}
