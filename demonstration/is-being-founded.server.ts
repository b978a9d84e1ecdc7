import { db } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'

/** Hours within which even a slow machine has made the past. */
const HOURS_OF_FOUNDING = 2

/** The subject of the entries in the audit that say how far the story is. */
export const SUBJECT = 'demonstration'

/**
 * Whether the past of a demonstration is being made: its payments are dated weeks ago while they are
 * under way, so nobody may yet ask what waits beyond its deadline.
 */
export async function isBeingFounded(now: Temporal.Instant): Promise<boolean> {
  if (env().MODE === 'live') return false
  const entries = await db
    .selectFrom('auditEntries')
    .select('action')
    .where('subject', '=', SUBJECT)
    .where('enteredAt', '>', now.subtract({ hours: HOURS_OF_FOUNDING }))
    .execute()
  const actions = entries.map(({ action }) => action)
  return actions.includes('begun') && !actions.includes('done')
}
