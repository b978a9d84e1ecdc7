import { randomUUID } from 'node:crypto'

import {
  auditDecision,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { actorText } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { whyNotOnSale, type NotOnSale } from './change-capacity.server.ts'
import { holdSeats, releaseSeats } from './seats.server.ts'

/*
 * Seats that the office takes off sale for people without a booking of ours. A block holds its seats
 * all the way under its own id, so they are counted as every hold is.
 */

export type SeatBlock = {
  blockId: string
  seats: number
  reason: string
  madeBy: string
  madeAt: Temporal.Instant
}

export type BlockOutcome =
  | { ok: true; blockId: string }
  | LockRefusal
  | NotOnSale
  /** The departure is not sold: nothing has to be kept from buyers. */
  | { ok: false; reason: 'not-for-sale' }
  | { ok: false; reason: 'seats-to-block-missing' | 'reason-missing' }
  | { ok: false; reason: 'not-so-many-free'; seatsLeft: number }

/** Takes seats of a departure off sale, from its first stop to its last: all of them or none. */
export async function blockSeats(
  wish: Decision & { seats: number; reason: string },
): Promise<BlockOutcome> {
  const { departureId, seats, reason, by, now } = wish
  if (!Number.isInteger(seats) || seats < 1) {
    return { ok: false, reason: 'seats-to-block-missing' }
  }
  if (reason === '') return { ok: false, reason: 'reason-missing' }
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    const refusal = whyNotOnSale(departure, now)
    if (refusal) return refusal
    const isSold = departure.origin !== 'charter' && departure.closedAt === null
    if (!isSold) return { ok: false, reason: 'not-for-sale' } as const
    const blockId = randomUUID()
    const held = await holdSeats(tx, {
      rides: [
        {
          bookingId: blockId,
          departureId,
          ride: { fromPosition: 0, toPosition: departure.calls.length - 1 },
          boardsAt: departure.calls[0].departsAt,
          accessible: null,
          places: { seats, wheelchairPlaces: 0 },
          wheelchairGranted: false,
          // The whole way, whichever stops are closed.
          isPart: true,
        },
      ],
      as: { state: 'blocked' },
      closing: 'for-staff',
      now,
    })
    if (!held.ok && held.reason === 'not-enough-seats') {
      return { ok: false, reason: 'not-so-many-free', seatsLeft: held.seatsLeft } as const
    }
    // It is late at its first stop: by its plan, staff sell nothing more of it.
    if (!held.ok) return { ok: false, reason: 'has-left' } as const
    const made = { madeBy: actorText(by), madeAt: now }
    await tx
      .insertInto('seatBlocks')
      .values({ blockId, departureId, reason, ...made })
      .execute()
    await auditDecision(tx, wish, { action: 'seats-blocked', after: { seats } })
    return { ok: true, blockId } as const
  })
}

export type FreeOutcome = { ok: true } | LockRefusal | { ok: false; reason: 'no-such-block' }

/** Gives the seats of a block back to the sale. */
export async function freeSeats(wish: Decision & { blockId: string }): Promise<FreeOutcome> {
  const { departureId, blockId } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const block = (await listSeatBlocks([departureId], tx)).find((one) => one.blockId === blockId)
    if (!block) return { ok: false, reason: 'no-such-block' } as const
    await tx.deleteFrom('seatBlocks').where('blockId', '=', blockId).execute()
    await releaseSeats(tx, [blockId])
    const { seats, reason } = block
    await auditDecision(tx, wish, { action: 'seats-freed', before: { seats, reason } })
    return { ok: true } as const
  })
}

/** The blocks of some departures, the oldest first. */
export function listSeatBlocks(
  departureIds: readonly string[],
  tx: Tx | Database = db,
): Promise<(SeatBlock & { departureId: string })[]> {
  return tx
    .selectFrom('seatBlocks')
    .innerJoin('seatHolds', 'bookingId', 'blockId')
    .select(['blockId', 'seatBlocks.departureId', 'seats', 'reason', 'madeBy', 'madeAt'])
    .where('seatBlocks.departureId', 'in', departureIds)
    .orderBy('madeAt')
    .orderBy('blockId')
    .execute()
}
