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
 * Addresses that one statement reads; a single one for all of a large company would exceed its time
 * limit.
 */
const PAGE = 1000

/**
 * Compares every person in the database with the list of erased people. An account is matched by
 * its id alone: an address may have moved to the account of a living person since. Data of an
 * address that are newer than the erasure stay, since that person has returned. Idempotent.
 */
export async function replayErasures(now: Temporal.Instant, page = PAGE): Promise<Replayed> {
  const replayed = { erased: 0, refused: 0 }
  await eachAlone(await listListed(page), async (listed) => {
    const { accountId, email, until } = listed
    if (!accountId && !(await isLeft(email, until))) return
    const by = { kind: 'job', name: 'replay-erasures' } as const
    const eraser = { by, reason: 'erased before a backup was restored' }
    const outcome = await inTransaction((tx) => eraseEverywhere(tx, { ...listed, now }, eraser))
    replayed[outcome.ok ? 'erased' : 'refused'] += 1
  })
  return replayed
}

type Listed = { accountId: string | undefined; email: string; until: Temporal.Instant }

/** The people in the database who are on the list, by their account or by their address alone. */
async function listListed(page: number): Promise<Listed[]> {
  const erased = await readErased()
  if (erased.size === 0) return []
  const digest = await openDigests(db)
  const listed: Listed[] = []
  let known: Known[] = []
  do {
    known = await listKnown(known.at(-1)?.email ?? '', page)
    for (const { email, id } of known) {
      const ofAccount = id === null ? undefined : erased.get(digest(id))
      const until = ofAccount ?? erased.get(digest(email))
      if (until) listed.push({ accountId: ofAccount && id ? id : undefined, email, until })
    }
  } while (known.length === page)
  return listed
}

/** An address in lower case, and the id of its account. */
type Known = { email: string; id: string | null }

/** The first personal addresses after this one, of each table in the order of its index. */
async function listKnown(after: string, page: number): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select email, max(id) as id from (
      (select email, id from accounts where email > ${after} order by email limit ${page})
      union all
      (select lower(contact_email) as email, null from orders where lower(contact_email) > ${after}
        group by 1 order by 1 limit ${page})
      union all
      (select lower(email) as email, null from enquiries where lower(email) > ${after}
        group by 1 order by 1 limit ${page})
    ) as known group by email order by email limit ${page}`.execute(db)
  return rows
}

/** Whether anything from this address is older than its erasure. */
async function isLeft(email: string, until: Temporal.Instant): Promise<boolean> {
  return (await hasOrdersLeft(email, until)) || hasEnquiries({ email, until })
}
