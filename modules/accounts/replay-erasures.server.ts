import { sql } from 'kysely'

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
 * Compares every person in the database with the list of erased people. Data newer than the erasure
 * stays: that person has returned. Idempotent.
 */
export async function replayErasures(now: Temporal.Instant): Promise<Replayed> {
  const erased = await readErased()
  const replayed = { erased: 0, refused: 0 }
  if (erased.size === 0) return replayed
  const digest = await openDigests(db)
  await eachAlone(await listKnown(), async ({ email, account, since }) => {
    const moments = [email, account?.id ?? ''].map((text) => erased.get(digest(text)))
    const until = moments.find((at) => at && isUntil(since, at))
    if (!until) return
    const accountId = account && isUntil(account.createdAt, until) ? account.id : undefined
    const person = { accountId, email, until, now }
    const by = { kind: 'job', name: 'replay-erasures' } as const
    const eraser = { by, reason: 'erased before a backup was restored' }
    const outcome = await inTransaction((tx) => eraseEverywhere(tx, person, eraser))
    replayed[outcome.ok ? 'erased' : 'refused'] += 1
  })
  return replayed
}

function isUntil(moment: Temporal.Instant, until: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, until) <= 0
}

type Known = {
  email: string
  /** The account may be newer than the oldest order or enquiry with its address. */
  account: { id: string; createdAt: Temporal.Instant } | undefined
  since: Temporal.Instant
}

type Row = {
  email: string
  id: string | null
  createdAt: Temporal.Instant
  since: Temporal.Instant
}

/** Every personal address that we store, with the moment since which we know it. */
async function listKnown(): Promise<Known[]> {
  const { rows } = await sql<Row>`
    select email, max(id) as id, max(created_at) as created_at, min(since) as since from (
      select email, id, created_at, created_at as since from accounts
      union all
      select lower(contact_email), null, null, created_at from orders
        where contact_email is not null and status <> 'awaiting-payment'
      union all
      select lower(email), null, null, received_at from enquiries
    ) as known group by email`.execute(db)
  return rows.map(({ id, createdAt, ...known }) => {
    return { ...known, account: id === null ? undefined : { id, createdAt } }
  })
}
