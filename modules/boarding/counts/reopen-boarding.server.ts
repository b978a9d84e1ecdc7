import { sql } from 'kysely'

import {
  auditDecision,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Minutes after a bus has left a stop within which the office may open boarding there again. */
export const REOPEN_MINUTES = 15

/** The stop that a bus has left last. */
export type LastLeft = {
  position: number
  closedAt: Temporal.Instant
  /** Somebody was let aboard further on. */
  isBoardedBeyond: boolean
}

/** Undefined while boarding is open at every stop. */
export async function findLastLeft(
  departureId: string,
  tx: Tx | Database = db,
): Promise<LastLeft | undefined> {
  const { rows } = await sql<LastLeft>`
    select position, closed_at, exists (
      select from scans where scans.departure_id = closed_boardings.departure_id
        and scans.position > closed_boardings.position) as is_boarded_beyond
    from closed_boardings where departure_id = ${departureId}
    order by position desc limit 1`.execute(tx)
  return rows[0]
}

/** The end of the time in which boarding can be opened again. */
export function reopenUntil({ closedAt }: Pick<LastLeft, 'closedAt'>): Temporal.Instant {
  return closedAt.add({ minutes: REOPEN_MINUTES })
}

type Reopening = Decision & {
  /** The stop that the page named. */
  position: number
}

export type ReopenOutcome =
  | { ok: true }
  | LockRefusal
  | { ok: false; reason: 'not-running' }
  /** Another member was first, or the bus has left a further stop. */
  | { ok: false; reason: 'left-no-more' }
  | { ok: false; reason: 'left-too-long-ago'; minutes: number; until: Temporal.Instant }
  /** Somebody was let aboard at a further stop, so the bus has left this one. */
  | { ok: false; reason: 'boarded-beyond' }

/**
 * Opens boarding again at the stop that a bus has left last, if that was pressed by mistake. Those who did
 * not come are counted from what is closed, so nothing else has to be taken back. The moment is noted, since a phone may
 * have kept an earlier press.
 */
export async function reopenBoarding(wish: Reopening): Promise<ReopenOutcome> {
  const { departureId, position, now } = wish
  return inTransaction(async (tx): Promise<ReopenOutcome> => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    if (locked.departure.status !== 'planned') return { ok: false, reason: 'not-running' }
    const last = await findLastLeft(departureId, tx)
    if (last?.position !== position) return { ok: false, reason: 'left-no-more' }
    if (last.isBoardedBeyond) return { ok: false, reason: 'boarded-beyond' }
    const until = reopenUntil(last)
    if (isBefore(until, now)) {
      return { ok: false, reason: 'left-too-long-ago', minutes: REOPEN_MINUTES, until }
    }
    await tx
      .deleteFrom('closedBoardings')
      .where('departureId', '=', departureId)
      .where('position', '=', position)
      .execute()
    await tx
      .insertInto('reopenedBoardings')
      .values({ departureId, position, reopenedAt: now })
      .onConflict((conflict) =>
        conflict.columns(['departureId', 'position']).doUpdateSet({ reopenedAt: now }),
      )
      .execute()
    const stopId = locked.departure.calls.find((call) => call.position === position)?.stopId
    await auditDecision(tx, wish, { action: 'boarding-reopened', after: { position, stopId } })
    return { ok: true }
  })
}
