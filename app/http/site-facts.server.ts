import { translation } from '#app/i18n/translation.ts'
import { findNoticesFor } from '#modules/notices/shown-notices.server.ts'
import { now } from '#platform/clock.server.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { isListed } from './is-listed.server.ts'

/**
 * Facts about the site that every page needs. None belongs to a visitor.
 *
 * @param routeId of a page about one route, for its notices
 */
export async function readSiteFacts(routeId?: string) {
  const { locale } = translation()
  const notices = await findNoticesFor({ locale, routeId, now: now() })
  return {
    origin: siteOrigin(),
    isDemonstration: env().MODE === 'demonstration',
    isListed: isListed(),
    year: dateInCyprus(now()).year,
    ...(notices.length > 0 && { notices }),
  }
}
