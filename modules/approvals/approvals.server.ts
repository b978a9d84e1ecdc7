import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { actorText, type Member } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { APPROVAL_HOURS, type Wanted } from './limits.ts'

type Asking = { wanted: Wanted; by: Member; reason?: string | undefined; now: Temporal.Instant }

/**
 * Asks colleagues to confirm an act that was refused. Asking again changes nothing, but renews a request that has
 * lapsed.
 */
export async function askColleague({ wanted, by, reason, now }: Asking): Promise<void> {
  await inTransaction(async (tx) => {
    const asked = { reason: reason || null, askedAt: now }
    const isNew = await tx
      .insertInto('approvals')
      .values({ ...wanted, ...asked, approvalId: randomUUID(), askedBy: by.staffId })
      .onConflict((open) =>
        open
          .columns(['askedBy', 'kind', 'subject', 'amountCents'])
          .where('decidedAt', 'is', null)
          .doUpdateSet(asked)
          .where('approvals.askedAt', '<=', lapsesFrom(now)),
      )
      .returning('approvalId')
      .executeTakeFirst()
    if (!isNew) return
    const subject = `approval:${isNew.approvalId}`
    const entry = { by, subject, action: 'colleague-asked', after: wanted, now }
    await audit(tx, { ...entry, ...(reason && { reason }) })
  })
}

export type DecisionRefusal =
  | { ok: false; reason: 'no-such-request' }
  | { ok: false; reason: 'own-request' }
  | { ok: false; reason: 'decided-already' }
  | { ok: false; reason: 'lapsed' }

export type Decision = {
  approvalId: string
  isConfirmed: boolean
  by: Member
  now: Temporal.Instant
}

/**
 * Confirms a request of a colleague, or refuses it: of two who decide, the first counts. The member
 * who asked then presses again, and every condition of the act is checked once more.
 */
export function decideApproval(decision: Decision): Promise<{ ok: true } | DecisionRefusal> {
  return inTransaction((tx) => decideIn(tx, decision))
}

/** The same as part of an act that is done at once. */
export async function decideIn(
  tx: Tx,
  { approvalId, isConfirmed, by, now }: Decision,
): Promise<{ ok: true } | DecisionRefusal> {
  const asked = await selectOne(tx, approvalId).forUpdate().executeTakeFirst()
  if (!asked) return { ok: false, reason: 'no-such-request' }
  if (asked.askedBy === by.staffId) return { ok: false, reason: 'own-request' }
  if (asked.decidedAt) return { ok: false, reason: 'decided-already' }
  if (!isBefore(lapsesFrom(now), asked.askedAt)) return { ok: false, reason: 'lapsed' }
  await tx
    .updateTable('approvals')
    .set({ decidedBy: by.staffId, decidedAt: now, isConfirmed })
    .where('approvalId', '=', approvalId)
    .execute()
  const { kind, subject, amountCents } = asked
  const askedBy = actorText({ kind: 'staff', staffId: asked.askedBy })
  const action = isConfirmed ? 'colleague-confirmed' : 'colleague-refused'
  const after = { kind, subject, amountCents, askedBy }
  await audit(tx, { by, subject: `approval:${approvalId}`, action, after, now })
  return { ok: true }
}

/** The act and the subject of a request; undefined for an unknown id. */
export function findApproval(approvalId: string) {
  return selectOne(db, approvalId).executeTakeFirst()
}

function selectOne(tx: Tx | Database, approvalId: string) {
  return tx
    .selectFrom('approvals')
    .select(['kind', 'subject', 'amountCents', 'askedBy', 'askedAt', 'decidedAt'])
    .where(sql`approval_id::text`, '=', approvalId)
}

/** The requests that wait for a colleague, the oldest first. */
export function listOpenApprovals(now: Temporal.Instant) {
  return db
    .selectFrom('approvals')
    .select(['approvalId', 'kind', 'subject', 'amountCents', 'reason', 'askedBy', 'askedAt'])
    .where('decidedAt', 'is', null)
    .where('askedAt', '>', lapsesFrom(now))
    .orderBy('askedAt')
    .limit(50)
    .execute()
}

function lapsesFrom(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ hours: APPROVAL_HOURS })
}
