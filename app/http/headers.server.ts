/** Cookies of a session, beside what else goes out with an answer. */
export function withCookies(setCookies: readonly string[], headers = new Headers()): Headers {
  for (const one of setCookies) headers.append('Set-Cookie', one)
  return headers
}

/** What a browser kept of a person, such as tickets for the way, goes when they go. */
export function forgetting(headers: Headers): Headers {
  headers.set('Clear-Site-Data', '"storage"')
  return headers
}
