import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'

import { INVITATION_HOURS } from './limits.ts'

export const TIDY_STAFF: Job<object> = {
  name: 'tidy-staff',
  tries: 3,
  firstPause: 60,
  longestPause: 3600,
}

/** Days for which a form that was sent is remembered; nobody leaves a page open for longer. */
const ACT_DAYS_KEPT = 7

/** Deletes what has ended: sessions, answered challenges, links, and forms that were sent. */
export async function tidyStaff(now: Temporal.Instant): Promise<void> {
  await db.deleteFrom('staffSessions').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('staffSpentChallenges').where('expiresAt', '<=', now).execute()
  const linksUntil = now.subtract({ hours: INVITATION_HOURS })
  await db.deleteFrom('staffInvitations').where('expiresAt', '<=', linksUntil).execute()
  const actsUntil = now.subtract({ hours: 24 * ACT_DAYS_KEPT })
  await db.deleteFrom('staffActs').where('at', '<=', actsUntil).execute()
}
