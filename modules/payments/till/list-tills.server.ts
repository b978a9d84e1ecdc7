import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

/** The position of a session in the list. */
export type TillKey = { openedAt: Temporal.Instant; sessionId: string }

/** Sessions of all tills, the latest first, after the one given. */
export function listTills({ after, limit }: { after?: TillKey | undefined; limit: number }) {
  return db
    .selectFrom('tillSessions')
    .selectAll()
    .$if(after !== undefined, (sessions) =>
      sessions.where((session) =>
        session(
          session.refTuple('openedAt', 'sessionId'),
          '<',
          session.tuple(
            after?.openedAt ?? Temporal.Instant.fromEpochMilliseconds(0),
            after?.sessionId ?? '',
          ),
        ),
      ),
    )
    .orderBy('openedAt', 'desc')
    .orderBy('sessionId', 'desc')
    .limit(limit)
    .execute()
}

export type SlipSum = { staffId: string; times: number; amountCents: number }

/**
 * The sales by slip of a day, by member. Nobody here can see whether the terminal has printed a slip, so a person
 * compares the sum with its list.
 */
export async function sumSlips(day: Temporal.PlainDate): Promise<SlipSum[]> {
  const { rows } = await sql<SlipSum>`
    select entered_by as staff_id, count(*)::int as times, sum(amount_cents)::int as amount_cents
    from till_entries where slip_day = ${day} and kind = 'sale'
    group by entered_by order by sum(amount_cents) desc, entered_by limit 100`.execute(db)
  return rows
}
