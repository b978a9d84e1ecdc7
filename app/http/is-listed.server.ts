import { env, siteOrigin } from '#platform/settings/env.server.ts'

/** Whether search engines may index the site. A demonstration is indexable only on localhost. */
export function isListed(): boolean {
  return env().MODE !== 'demonstration' || new URL(siteOrigin()).hostname === 'localhost'
}
