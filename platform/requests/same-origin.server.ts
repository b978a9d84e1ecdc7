import { siteOrigin } from '#platform/settings/env.server.ts'

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may change something: it must come from a page of ours, by headers that the
 * browser sets and no page can forge. A request that hides where it comes from needs the token of its
 * form (form-token.server.ts).
 */
export function mayChangeThings({ method, headers }: Request): boolean {
  if (CHANGES_NOTHING.has(method)) return true
  const comesFrom = headers.get('sec-fetch-site')
  return comesFrom ? comesFrom === 'same-origin' : headers.get('origin') === siteOrigin()
}
