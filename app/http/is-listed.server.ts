import { env, siteOrigin } from '#platform/env.server.ts'

/** Whether search engines should know these pages: those of a demonstration only where one tries it out. */
export function isListed(): boolean {
  return env().MODE !== 'demonstration' || new URL(siteOrigin()).hostname === 'localhost'
}
