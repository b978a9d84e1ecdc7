import type { Actor } from '#platform/actor.ts'
import { actorText } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { openDigests } from './erased-list.server.ts'

/** Minutes after its entry in the audit for which a member may take an export. */
export const EXPORT_MINUTES = 15

type Asked = { email: string; by: Actor; now: Temporal.Instant }

/**
 * Writes into the audit that staff export the data of a person, and how they proved who they are.
 * The subject is a digest, since an address in the audit could never be erased.
 */
export function recordExport({
  email,
  by,
  reason,
  now,
}: Asked & { reason: string }): Promise<void> {
  return inTransaction(async (tx) => {
    const digest = await openDigests(tx)
    await audit(tx, { by, subject: `person:${digest(email)}`, action: 'exported', reason, now })
  })
}

/** Whether this member recorded such an export just now. */
export async function mayTakeExport({ email, by, now }: Asked): Promise<boolean> {
  const digest = await openDigests(db)
  const entry = await db
    .selectFrom('auditEntries')
    .select('auditId')
    .where('subject', '=', `person:${digest(email)}`)
    .where('action', '=', 'exported')
    .where('actor', '=', actorText(by))
    .where('enteredAt', '>', now.subtract({ minutes: EXPORT_MINUTES }))
    .executeTakeFirst()
  return entry !== undefined
}
