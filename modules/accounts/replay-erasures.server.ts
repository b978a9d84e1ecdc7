import { sql } from 'kysely'

import { hasEnquiries } from '#modules/enquiries/enquiries-of.server.ts'
import { hasOrdersLeft } from '#modules/privacy/erase-person.server.ts'
import { db } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { eraseEverywhere } from './erase-person.server.ts'
import { openDigests, readErased } from './erased-list.server.ts'

/** Repeats erasures that a restored backup has undone. */
export const REPLAY_ERASURES: Job<object> = {
  name: 'replay-erasures',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

/** The refused ones have a ride to come or money on its way in the backup. */
export type Replayed = { erased: number; refused: number }

/**
 * Compares every person in the database with the list of erased people. An account is matched by its
 * id alone: an address may have moved to the account of a living person since. Of an address, data
 * newer than the erasure stay: that person has returned. Idempotent.
 */
export async function replayErasures(now: Temporal.Instant): Promise<Replayed> {
  const erased = await readErased()
  const replayed = { erased: 0, refused: 0 }
  if (erased.size === 0) return replayed
  const digest = await openDigests(db)
  await eachAlone(await listKnown(), async ({ email, id }) => {
    const ofAddress = erased.get(digest(email))
    const ofAccount = id === null ? undefined : erased.get(digest(id))
    const until = ofAccount ?? ofAddress
    if (!until || !(ofAccount || (await isLeft(email, until)))) return
    const person = { accountId: ofAccount && id ? id : undefined, email, until, now }
    const by = { kind: 'job', name: 'replay-erasures' } as const
    const eraser = { by, reason: 'erased before a backup was restored' }
    const outcome = await inTransaction((tx) => eraseEverywhere(tx, person, eraser))
    replayed[outcome.ok ? 'erased' : 'refused'] += 1
  })
  return replayed
}

/** Whether anything from this address is older than its erasure. */
async function isLeft(email: string, until: Temporal.Instant): Promise<boolean> {
  return (await hasOrdersLeft(email, until)) || hasEnquiries({ email, until })
}

/** An address in lower case, and the id of its account. */
type Known = { email: string; id: string | null }

/** Every personal address that we store. */
async function listKnown(): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select email, max(id) as id from (
      select email, id from accounts
      union all
      select lower(contact_email), null from orders where contact_email is not null
      union all
      select lower(email), null from enquiries
    ) as known group by email`.execute(db)
  return rows
}
