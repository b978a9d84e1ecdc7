import { randomUUID } from 'node:crypto'

import { actorText, type Actor } from './actor.ts'
import type { Tx } from './db.server.ts'

type AuditEntry = {
  by: Actor
  /** Subject of the change: `order:<id>`, `fares`, `timetable` … */
  subject: string
  action: string
  reason?: string
  before?: object
  after?: object
  now: Temporal.Instant
}

/** Records who changed what, when and why (I11): written with the change, and never changed itself. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { by, subject, action, reason = null, before, after, now } = entry
  await tx
    .insertInto('auditEntries')
    .values({
      auditId: randomUUID(),
      enteredAt: now,
      actor: actorText(by),
      subject,
      action,
      reason,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
