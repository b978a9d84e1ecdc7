import { MAX_SESSIONS, SESSION_HOURS } from '#modules/staff/people/limits.ts'
import type { ProofOfIdentity } from '#modules/staff/people/roles.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { makeSession } from './auth.server.ts'

type NewSession = {
  staffId: string
  /** The proof that was checked just now. */
  confirmedBy: ProofOfIdentity
  /** Browser and system, for the list of sessions. */
  device: string | null
  now: Temporal.Instant
}

/**
 * Begins a session for a member who has proven who they are. Beyond MAX_SESSIONS the oldest of the
 * other sessions end.
 */
export async function beginSession({
  staffId,
  confirmedBy,
  device,
  now,
}: NewSession): Promise<{ sessionId: string; setCookies: string[] }> {
  const { sessionId, setCookies } = await makeSession(staffId)
  const described = {
    device,
    confirmedBy,
    confirmedAt: now,
    lastActAt: now,
    createdAt: now,
    expiresAt: now.add({ hours: SESSION_HOURS }),
  }
  await inTransaction(async (tx) => {
    await tx.updateTable('staffSessions').set(described).where('id', '=', sessionId).execute()
    await endOldest(tx, staffId, sessionId)
  })
  return { sessionId, setCookies }
}

/** The new session stays, even if all began at the same moment. */
async function endOldest(tx: Tx, staffId: string, newId: string): Promise<void> {
  const tooMany = tx
    .selectFrom('staffSessions')
    .select('id')
    .where('staffId', '=', staffId)
    .where('id', '!=', newId)
    .orderBy('lastActAt', 'desc')
    .orderBy('createdAt', 'desc')
    .offset(MAX_SESSIONS - 1)
  await tx.deleteFrom('staffSessions').where('id', 'in', tooMany).execute()
}

/** Ends all sessions of a member, but for one if it is named. */
export async function endSessions(tx: Tx, staffId: string, exceptId?: string): Promise<void> {
  await tx
    .deleteFrom('staffSessions')
    .where('staffId', '=', staffId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute()
}

/** Ends one session, if it is the member's. One that has already ended is ignored. */
export async function endSession(staffId: string, sessionId: string): Promise<void> {
  await db
    .deleteFrom('staffSessions')
    .where('staffId', '=', staffId)
    .where('id', '=', sessionId)
    .execute()
}
