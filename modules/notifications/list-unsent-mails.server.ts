import { sql } from 'kysely'

import type { MailKind, MailState } from '#modules/mail/kinds.ts'
import { db } from '#platform/db.server.ts'

/** Hours before a journey in which its holder should be reached by telephone if no mail arrives. */
const HOURS_AHEAD = 48

export type UnsentMail = {
  mailId: string
  kind: MailKind
  state: Extract<MailState, 'refused' | 'parked'>
  reference: string
  /** The next journey of its order. */
  departsAt: Temporal.Instant
}

/**
 * Mails that did not arrive although the journey is near: the newest of each order, unless a later
 * one was sent. The next journey comes first. Few mails fail, so the search
 * begins with them; `offset 0` keeps the planner from reading all others first.
 */
export async function listUnsentMails(now: Temporal.Instant, limit: number): Promise<UnsentMail[]> {
  const { rows } = await sql<UnsentMail>`
    with unsent as materialized (
      select distinct on (order_id) mail_id, kind, state, order_id, queued_at
      from mails where state in ('refused', 'parked') and order_id is not null
      order by order_id, queued_at desc)
    select mail_id, kind, unsent.state, reference, departs_at
    from unsent
    cross join lateral (
      select min(departs_at) as departs_at from bookings
      where bookings.order_id = unsent.order_id and bookings.state = 'live'
        and departs_at > ${now} and departs_at <= ${now.add({ hours: HOURS_AHEAD })}) as journey
    cross join lateral (
      select reference, exists (
        select from mails as later
        where later.order_id = unsent.order_id and later.state = 'sent'
          and later.queued_at > unsent.queued_at) as is_made_up_for
      from orders
      where orders.order_id = unsent.order_id and status = 'confirmed' and departs_at is not null
      offset 0) as booking
    where not is_made_up_for
    order by departs_at, reference limit ${limit}`.execute(db)
  return rows
}
