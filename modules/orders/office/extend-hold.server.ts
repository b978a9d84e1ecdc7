import {
  findChangedMeanwhile,
  type ChangedMeanwhile,
} from '#modules/orders/apply/overrules.server.ts'
import type { StaffRequest } from '#modules/orders/order/overrule.ts'
import { listBookings, lockOrder, rideOf, type Booking } from '#modules/orders/order/rows.server.ts'
import { staffHoldUntil } from '#modules/rules/deadlines.ts'
import { STAFF_HOLD_MINUTES } from '#modules/rules/rules.ts'
import { holdSeats, type HoldOutcome } from '#modules/seats/seats.server.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

export type StaffExtendOutcome =
  | { ok: true; heldUntil: Temporal.Instant }
  /** The order is paid for, or its seats are on sale again. */
  | { ok: false; reason: 'hold-expired' }
  | { ok: false; reason: 'extended-already' }
  /** The first bus closes before the hold would grow. */
  | { ok: false; reason: 'closes-before' }
  | Extract<HoldOutcome, { ok: false }>
  | ChangedMeanwhile

/**
 * Holds the seats of an unpaid order for another hour, once, but no longer than they can be paid for.
 * A payment page that is open keeps its own end: the traveller can open another one after it.
 */
export function extendHoldByStaff({
  orderId,
  staff,
  now,
}: {
  orderId: string
  staff: StaffRequest
  now: Temporal.Instant
}): Promise<StaffExtendOutcome> {
  return inTransaction(async (tx): Promise<StaffExtendOutcome> => {
    const order = await lockOrder(tx, orderId)
    const newer = await findChangedMeanwhile(tx, orderId, staff)
    if (newer) return newer
    const isUnpaid = order.status === 'cart' || order.status === 'awaiting-payment'
    const bookings = isUnpaid ? await listBookings(tx, orderId) : []
    if (bookings.length === 0) return { ok: false, reason: 'hold-expired' }
    const isPaying = order.status === 'awaiting-payment'
    if (!isPaying && !isBefore(now, order.heldUntil)) return { ok: false, reason: 'hold-expired' }
    if (order.extraHoldMinutes > 0) return { ok: false, reason: 'extended-already' }

    const heldUntil = staffHoldUntil(order.heldUntil, firstBoarding(bookings))
    if (!isBefore(order.heldUntil, heldUntil)) return { ok: false, reason: 'closes-before' }
    await tx
      .updateTable('orders')
      .set({ heldUntil, extraHoldMinutes: STAFF_HOLD_MINUTES })
      .where('orderId', '=', orderId)
      .execute()
    // Seats that are being paid for have no expiry of their own.
    const held = isPaying ? undefined : await holdLonger(tx, bookings, { heldUntil, now })
    if (held && !held.ok) return held
    await audit(tx, {
      by: staff.by,
      subject: `order:${orderId}`,
      action: 'hold-extended',
      ...(staff.reason && { reason: staff.reason }),
      before: { heldUntil: order.heldUntil.toString() },
      after: { heldUntil: heldUntil.toString() },
      now,
    })
    return { ok: true, heldUntil }
  })
}

function holdLonger(
  tx: Tx,
  bookings: readonly Booking[],
  { heldUntil, now }: { heldUntil: Temporal.Instant; now: Temporal.Instant },
): Promise<HoldOutcome> {
  const as = { state: 'cart', expiresAt: heldUntil } as const
  return holdSeats(tx, { rides: bookings.map(rideOf), as, closing: 'for-holders', now })
}

function firstBoarding(bookings: readonly Booking[]): Temporal.Instant {
  return bookings
    .map(({ departsAt }) => departsAt)
    .reduce((first, other) => (isBefore(other, first) ? other : first))
}
