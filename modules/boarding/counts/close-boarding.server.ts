import { sql } from 'kysely'

import { believe } from '#modules/boarding/package/believe.ts'
import type { Millis } from '#modules/boarding/package/package.ts'
import { BOARDING_OPENS_HOURS } from '#modules/boarding/package/tick-rule.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Leaving = {
  departureId: string
  position: number
  /** When the driver pressed, by the clock of the phone, which may have had no network then. */
  at?: Millis | undefined
  by: Actor
  now: Temporal.Instant
}

export type CloseOutcome =
  | { ok: true }
  | { ok: false; reason: 'no-such-stop' }
  | { ok: false; reason: 'not-running' }
  | { ok: false; reason: 'boarding-not-open'; opensAt: Temporal.Instant }
  /** The office opened boarding again after the press, which arrived only later. */
  | { ok: false; reason: 'reopened-since'; reopenedAt: Temporal.Instant }
  /** Another phone closed the stop first, with the same result. */
  | { ok: false; reason: 'closed-already' }

/**
 * Notes that a bus has left a stop: its passengers who are not aboard then count as missing. Scans
 * that arrive later still count. A press does not undo what the office has decided since.
 */
export async function closeBoarding(leaving: Leaving): Promise<CloseOutcome> {
  const { departureId, position, by, now } = leaving
  if (!UUID.test(departureId)) return { ok: false, reason: 'no-such-stop' }
  return inTransaction(async (tx): Promise<CloseOutcome> => {
    await lockAgainstReopening(tx, departureId)
    const stop = await findStop(tx, leaving)
    if (!stop?.pickup) return { ok: false, reason: 'no-such-stop' }
    if (stop.status === 'cancelled') return { ok: false, reason: 'not-running' }
    const opensAt = stop.departsAt.subtract({ hours: BOARDING_OPENS_HOURS })
    if (isBefore(now, opensAt)) return { ok: false, reason: 'boarding-not-open', opensAt }
    const pressedAt = believe(leaving.at ?? now.epochMilliseconds, now)
    const { reopenedAt } = stop
    if (reopenedAt && isBefore(pressedAt, reopenedAt)) {
      return { ok: false, reason: 'reopened-since', reopenedAt }
    }
    const closedAt = isBefore(pressedAt, now) ? pressedAt : now
    const closed = await tx
      .insertInto('closedBoardings')
      .values({ departureId, position, closedAt, closedBy: actorText(by) })
      .onConflict((conflict) => conflict.columns(['departureId', 'position']).doNothing())
      .returning('position')
      .executeTakeFirst()
    if (!closed) return { ok: false, reason: 'closed-already' }
    const subject = `manifest:${departureId}`
    await audit(tx, { by, subject, action: 'boarding-closed', after: { position }, now })
    return { ok: true }
  })
}

/** Reopening locks the departure too, so it cannot interleave with this press. */
async function lockAgainstReopening(tx: Tx, departureId: string): Promise<void> {
  await sql`select from departures where departure_id = ${departureId} for no key update`.execute(
    tx,
  )
}

function findStop(tx: Tx, { departureId, position }: Leaving) {
  return tx
    .selectFrom('departureStops')
    .innerJoin('departures', 'departures.departureId', 'departureStops.departureId')
    .leftJoin('reopenedBoardings', (join) =>
      join
        .onRef('reopenedBoardings.departureId', '=', 'departureStops.departureId')
        .onRef('reopenedBoardings.position', '=', 'departureStops.position'),
    )
    .select(['departsAt', 'pickup', 'status', 'reopenedAt'])
    .where('departureStops.departureId', '=', departureId)
    .where('departureStops.position', '=', position)
    .executeTakeFirst()
}
