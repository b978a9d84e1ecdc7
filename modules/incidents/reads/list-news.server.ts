import { sql } from 'kysely'

import type { OrderMailKind } from '#modules/mail/kinds.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

/** One piece of news about a departure, and how many of its passengers were told. */
export type News = {
  kind: OrderMailKind
  /** Of a delay: minutes, and the stop from which on. */
  minutes: number | null
  /** Of a message, in every language. */
  words: Record<Locale, string> | null
  toldAt: Temporal.Instant
  /** Mails by what became of them; `needless` ones were overtaken by later news. */
  sent: number
  waiting: number
  failed: number
  needless: number
}

/** The messages to passengers of a departure with their times, newest first. */
export async function listNews(departureId: string): Promise<News[]> {
  const { rows } = await sql<News>`
    select mails.kind, minutes, words, min(queued_at) as told_at,
      count(*) filter (where mails.state = 'sent')::int as sent,
      count(*) filter (where mails.state = 'queued')::int as waiting,
      count(*) filter (where mails.state in ('refused', 'parked'))::int as failed,
      count(*) filter (where mails.state = 'needless')::int as needless
    from bookings join mails using (booking_id)
    left join departure_delays using (delay_no)
    left join departure_messages using (message_id)
    where bookings.departure_id = ${departureId}
      and mails.kind in ('departure-cancelled', 'runs-after-all', 'running-late', 'departure-message',
        'new-offers', 'smaller-bus', 'seats-kept', 'retimed', 'stop-closed', 'stop-moved', 'stop-reopened')
    group by mails.kind, delay_no, minutes, message_id, words
    order by told_at desc`.execute(db)
  return rows
}
