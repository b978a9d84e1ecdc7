import { randomUUID } from 'node:crypto'

import { actorText, type Actor } from './actor.ts'
import { db, type Database, type Tx } from './db.server.ts'
import { requestId } from './requests/request-id.server.ts'

type AuditEntry = {
  by: Actor
  /** Subject of the change: `order:<id>`, `fares`, `timetable` … */
  subject: string
  action: string
  reason?: string
  /** The reason code, if a rule was waived. */
  overrule?: string
  before?: object
  after?: object
  now: Temporal.Instant
}

/** Records who changed what, when and why (I11): written with the change, and never changed itself. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { by, subject, action, reason = null, overrule = null, before, after, now } = entry
  await tx
    .insertInto('auditEntries')
    .values({
      auditId: randomUUID(),
      enteredAt: now,
      actor: actorText(by),
      subject,
      action,
      reason,
      overrule,
      requestId: requestId() ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

/** An entry of the audit, as a person reads it. */
export type Entry = {
  actor: string
  action: string
  reason: string | null
  after: unknown
  enteredAt: Temporal.Instant
}

/**
 * The number of entries about a subject. Entries are only ever added, so it is the version of the
 * subject: a page that shows the subject sends it back with its forms.
 */
export async function countEntries(subject: string, from: Database | Tx = db): Promise<number> {
  const { entries } = await from
    .selectFrom('auditEntries')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return entries
}

/** The same for several subjects; one without entries is missing. */
export async function countEntriesOfEach(
  subjects: readonly string[],
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map()
  const counts = await db
    .selectFrom('auditEntries')
    .select(({ fn }) => ['subject', fn.countAll<number>().as('entries')])
    .where('subject', 'in', subjects)
    .groupBy('subject')
    .execute()
  return new Map(counts.map(({ subject, entries }) => [subject, entries]))
}

/**
 * The changes since a page was shown, oldest first. To be called under the lock of the subject: the
 * second of two people who change it at the same time then learns of the first.
 *
 * @param seen the number of entries when the page was shown (countEntries); without a page nothing
 *   counts as newer
 */
export async function findNewerEntries(
  tx: Tx,
  subject: string,
  seen: number | undefined,
): Promise<Entry[]> {
  if (seen === undefined) return []
  return tx
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'reason', 'after', 'enteredAt'])
    .where('subject', '=', subject)
    .orderBy('enteredAt')
    .orderBy('auditId')
    .offset(seen)
    .execute()
}

/** All changes of a subject, newest first, at most `limit` of them. */
export function listEntries(
  subject: string,
  limit: number,
): Promise<(Entry & { before: unknown })[]> {
  return db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'reason', 'enteredAt', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('enteredAt', 'desc')
    .orderBy('auditId', 'desc')
    .limit(limit)
    .execute()
}
