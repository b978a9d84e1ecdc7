import { findAwaitedChange } from '#modules/orders/apply/proposals.server.ts'
import {
  findOrder,
  listBookings,
  lockOrder,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import type { ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { isBefore } from '#platform/time.ts'

export type Changeable = { ok: true; order: Order; bookings: Booking[] } | ChangeRefusal

/** The order with this manage id; undefined for an unknown id. */
export async function findManagedOrder(manageId: string): Promise<Order | undefined> {
  if (!ACCESS_TOKEN.test(manageId)) return undefined
  const row = await db
    .selectFrom('orders')
    .select('orderId')
    .where('manageId', '=', manageId)
    .executeTakeFirst()
  return row && findOrder(db, row.orderId)
}

/**
 * An order never changes while the payment page of an earlier change is open somewhere, so that
 * page is closed first. If it turns out to be paid, that change is applied, and the present one
 * starts from its result.
 */
export async function endAwaitedChange(
  orderId: string,
  now: Temporal.Instant,
): Promise<{ ok: true } | Extract<ChangeRefusal, { reason: 'being-paid' }>> {
  const change = await findAwaitedChange(db, orderId)
  if (!change) return { ok: true }
  await reconcile(change.paymentId, { now, patience: 'request', close: true })
  const after = await findAwaitedChange(db, orderId)
  return after ? { ok: false, reason: 'being-paid' } : { ok: true }
}

/** The order, locked, with its live bookings. */
export async function lockChangeable(tx: Tx, orderId: string): Promise<Changeable> {
  const order = await lockOrder(tx, orderId)
  if (order.status !== 'confirmed') return { ok: false, reason: 'no-such-booking' }
  if (await findAwaitedChange(tx, orderId)) return { ok: false, reason: 'being-paid' }
  return { ok: true, order, bookings: await listBookings(tx, orderId) }
}

export function hasLeft({ departsAt }: Pick<Booking, 'departsAt'>, now: Temporal.Instant): boolean {
  return !isBefore(now, departsAt)
}

/**
 * True only if the operator cancelled the departure. A departure that merely left the timetable may
 * still run.
 */
export function isCompanyCancelled({ departureStatus }: Pick<Booking, 'departureStatus'>): boolean {
  return departureStatus === 'cancelled'
}
