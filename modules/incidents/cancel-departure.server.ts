import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import { isCompanyCancelled } from '#modules/orders/self-service/changeable-order.server.ts'
import { HOURS_TO_CHOOSE } from '#modules/rules/rules.ts'
import { lockDepartures } from '#modules/seats/seats.server.ts'
import { markCancelled } from '#modules/timetable/cancel-departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs.server.ts'
import { cents, sum } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * Cancellation of a departure that has sold seats. No passenger is moved silently: every holder
 * gets a mail and chooses another bus or a refund, both free. A holder who does not choose is
 * refunded after the day of travel.
 */

export const TELL_HOLDERS: Job<object> = {
  name: 'tell-holders',
  tries: 10,
  firstPause: 10,
  longestPause: 600,
}
export const REFUND_HOLDERS: Job<object> = {
  name: 'refund-holders',
  tries: 5,
  firstPause: 60,
  longestPause: 3600,
}

type Cancellation = {
  departureId: string
  /** The decision and its reason; both are recorded. */
  by: Actor
  reason: string
  now: Temporal.Instant
}

export type DepartureOutcome =
  | { ok: true; holders: number }
  | { ok: false; reason: 'no-such-departure' }
  | { ok: false; reason: 'cancelled-already' }

/** Takes a departure off sale for good, and enqueues the mails to all holders of its seats. */
export async function cancelDeparture(wish: Cancellation): Promise<DepartureOutcome> {
  const { departureId, by, reason, now } = wish
  return inTransaction(async (tx) => {
    const departure = (await lockDepartures(tx, [departureId])).get(departureId)
    if (!departure) return { ok: false, reason: 'no-such-departure' } as const
    if (departure.status === 'cancelled') {
      return { ok: false, reason: 'cancelled-already' } as const
    }
    await markCancelled(tx, departureId)
    await audit(tx, {
      by,
      subject: `departure:${departureId}`,
      action: 'cancelled',
      reason,
      before: { status: departure.status },
      after: { status: 'cancelled' },
      now,
    })
    await enqueueJob(tx, TELL_HOLDERS, {})
    const { holders } = await tx
      .selectFrom('bookings')
      .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
      .select((row) => row.fn.countAll<string>().as('holders'))
      .where('departureId', '=', departureId)
      .where('bookings.state', '=', 'live')
      .where('orders.status', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    return { ok: true, holders: Number(holders) } as const
  })
}

/** Enqueues one mail for each booking on a cancelled departure. */
export async function tellHolders(now: Temporal.Instant): Promise<void> {
  for (const { orderId, bookingId } of await listStranded()) {
    await inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const isTold = await tx
        .selectFrom('mails')
        .select('mailId')
        .where('bookingId', '=', bookingId)
        .where('kind', '=', 'departure-cancelled')
        .executeTakeFirst()
      if (isTold || order.status !== 'confirmed') return
      const kind = 'departure-cancelled'
      const attemptNo = await nextAttemptNo(tx, orderId, kind)
      await enqueueMail(tx, { order, kind, attemptNo, bookingId, now })
    })
    crashPoint('holders:after-telling-one')
  }
}

/** Refunds in full the holders who have not chosen in time. */
export async function refundHolders(now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: HOURS_TO_CHOOSE })
  for (const { orderId } of await listStranded(before)) {
    await inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (order.status !== 'confirmed') return
      const stranded = (await listBookings(tx, orderId)).filter(
        (booking) =>
          isCompanyCancelled(booking) && Temporal.Instant.compare(booking.departsAt, before) < 0,
      )
      if (stranded.length === 0) return
      const refund = sum(stranded.map(({ totalCents }) => cents(totalCents)))
      await applyChange(tx, {
        order,
        kind: 'company-refunded',
        by: { kind: 'job', name: 'refund-holders' },
        reason: 'the bus did not run, and the holder chose nothing',
        replacing: stranded.map((booking) => ({ before: booking, after: null })),
        money: { refund, fee: cents(0), forfeited: cents(0) },
        now,
      })
    })
  }
}

/**
 * Bookings on cancelled departures; with `before`, only on those that would have left before it.
 */
function listStranded(before?: Temporal.Instant) {
  return db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['orders.orderId', 'bookings.bookingId'])
    .where('departures.status', '=', 'cancelled')
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .$if(before !== undefined, (query) => query.where('bookings.departsAt', '<', before ?? null))
    .orderBy('bookings.departsAt')
    .execute()
}
