import { sql, type ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { checkTick, type TickRefusal } from './tick-rule.ts'

export type NewTick = {
  departureId: string
  bookingId: string
  /** How many of the party are aboard, from 0. */
  aboard: number
  /** The stop of the departure at which they were counted. */
  position: number
  by: Actor
  now: Temporal.Instant
}

export type TickOutcome =
  | { ok: true }
  /** The booking is not on this list any more, or never was at this stop. */
  | { ok: false; reason: 'not-on-the-list' }
  | { ok: false; reason: 'not-running' }
  | TickRefusal

/**
 * Writes down how many people of a booking are aboard. The same number again changes nothing. Two
 * who tick the same booking wait for each other, so nobody's tick is judged by an older one.
 */
export async function tick(wish: NewTick): Promise<TickOutcome> {
  const { departureId, bookingId, aboard, position, by, now } = wish
  if (!UUID.test(departureId) || !UUID.test(bookingId)) {
    return { ok: false, reason: 'not-on-the-list' }
  }
  return inTransaction(async (tx): Promise<TickOutcome> => {
    const booking = await lockBooking(tx, { departureId, bookingId })
    const rides = booking && booking.fromPosition <= position && position < booking.toPosition
    if (!rides) return { ok: false, reason: 'not-on-the-list' }
    if (booking.status === 'cancelled') return { ok: false, reason: 'not-running' }
    const { people, before, leavesAt, arrivesAt } = await readList(tx, { departureId, bookingId })
    const answer = checkTick({ aboard, before, people, leavesAt, arrivesAt, now })
    if (!answer.ok) return answer
    if (aboard === before) return { ok: true }

    await tx
      .insertInto('boardingTicks')
      .values({ bookingId, aboard, position, tickedBy: actorText(by), tickedAt: now })
      .execute()
    await audit(tx, {
      by,
      subject: `manifest:${departureId}`,
      action: aboard > before ? 'ticked' : 'unticked',
      before: { bookingId, aboard: before },
      after: { bookingId, aboard },
      now,
    })
    return { ok: true }
  })
}

type Listed = { departureId: string; bookingId: string }

/** Only the booking is locked, and nothing after it: a change of its order waits, or comes first. */
function lockBooking(tx: Tx, { departureId, bookingId }: Listed) {
  return tx
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['fromPosition', 'toPosition', 'departures.status'])
    .where('bookingId', '=', bookingId)
    .where('bookings.departureId', '=', departureId)
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .forNoKeyUpdate('bookings')
    .executeTakeFirst()
}

/** Read after the lock, by a statement of its own, so that it sees the tick it has waited for. */
async function readList(tx: Tx, { departureId, bookingId }: Listed) {
  const { rows } = await sql<{
    people: number
    before: number
    leavesAt: Temporal.Instant
    arrivesAt: Temporal.Instant
  }>`
    select (select sum(count)::int from booking_passengers where booking_id = ${bookingId}) as people,
      coalesce((select aboard from boarding_ticks where booking_id = ${bookingId}
        order by tick_no desc limit 1), 0) as before,
      min(departs_at) as leaves_at, max(arrives_at) as arrives_at
    from departure_stops where departure_id = ${departureId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`departure ${departureId} has no stops`)
  return row
}

/** The tick of a booking that counts, as a lateral join beside `bookings`. */
export function newestTick(from: ExpressionBuilder<DB, 'bookings'>) {
  return from
    .selectFrom('boardingTicks')
    .select(['aboard', 'tickedAt', 'tickedBy'])
    .whereRef('boardingTicks.bookingId', '=', 'bookings.bookingId')
    .orderBy('tickNo', 'desc')
    .limit(1)
    .as('tick')
}

export type Aboard = {
  /** People aboard by the tick list, and all who are booked. */
  aboard: number
  booked: number
  lastTickAt: Temporal.Instant | null
}

/** How many people are aboard each of these departures; one without a booking is missing. */
export async function countAboard(departureIds: readonly string[]): Promise<Map<string, Aboard>> {
  if (departureIds.length === 0) return new Map()
  const { rows } = await sql<Aboard & { departureId: string }>`
    select departure_id, sum(people)::int as booked, sum(coalesce(aboard, 0))::int as aboard,
      max(ticked_at) as last_tick_at
    from bookings join orders using (order_id)
    cross join lateral (select sum(count) as people from booking_passengers
      where booking_passengers.booking_id = bookings.booking_id) as party
    left join lateral (select aboard, ticked_at from boarding_ticks
      where boarding_ticks.booking_id = bookings.booking_id order by tick_no desc limit 1) as tick on true
    where departure_id = any(${[...departureIds]}::uuid[])
      and bookings.state = 'live' and orders.status = 'confirmed'
    group by departure_id`.execute(db)
  return new Map(rows.map(({ departureId, ...counts }) => [departureId, counts]))
}
