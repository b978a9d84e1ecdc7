import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

export type MailCounts = {
  queued: number
  /** When the mail was written that waits longest; null if none waits. */
  queuedSince: Temporal.Instant | null
  /** Mails of the last seven days that an address refused, or that could not be sent. */
  unsent: number
}

/** How the outbox gets on. */
export async function countMails(now: Temporal.Instant): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select
      (select count(*) from mails where state = 'queued') as queued,
      (select min(queued_at) from mails where state = 'queued') as queued_since,
      (select count(*) from mails where state in ('refused', 'parked')
        and queued_at > ${now.subtract({ hours: 24 * 7 })}) as unsent`.execute(db)
  return rows[0] ?? { queued: 0, queuedSince: null, unsent: 0 }
}
