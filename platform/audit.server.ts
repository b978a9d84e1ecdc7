import { randomUUID } from 'node:crypto'

import type { Tx } from './db.server.ts'

type AuditEntry = {
  actor: string
  /** What it is about: `order:<id>`, `fares`, `timetable` … */
  subject: string
  action: string
  reason?: string
  before?: object
  after?: object
  now: Temporal.Instant
}

/** Who changed what, when and why (I11). Written with the change, and never changed itself. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, subject, action, reason = null, before, after, now } = entry
  await tx
    .insertInto('auditEntries')
    .values({
      auditId: randomUUID(),
      enteredAt: now,
      actor,
      subject,
      action,
      reason,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
