/**
 * Seconds in which the office answers if it can be reached. A network that has gone often swallows a
 * request without a word, and the browser itself would wait for minutes.
 */
const PATIENCE_SECONDS = 30

/** A question to the office, which leads nowhere else; undefined without a network. */
export function ask(address: string, how: RequestInit = {}): Promise<Response | undefined> {
  const patience = new AbortController()
  // The timer goes on after the headers, so a body that stops halfway is given up as well.
  setTimeout(() => patience.abort(), PATIENCE_SECONDS * 1000)
  const { signal } = patience
  return fetch(address, { ...how, redirect: 'manual', cache: 'no-store', signal }).catch(
    () => undefined,
  )
}
