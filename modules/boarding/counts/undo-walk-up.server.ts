import { sql } from 'kysely'

import {
  askColleague,
  decideIn,
  findApproval,
  type Decision,
  type DecisionRefusal,
} from '#modules/approvals/approvals.server.ts'
import { noteGiven } from '#modules/approvals/given.server.ts'
import { isTrustedPhone } from '#modules/boarding/devices/devices.server.ts'
import type { NotUndone } from '#modules/boarding/package/sync.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { UNDO_SALE_MINUTES } from '#modules/rules/rules.ts'
import { payBackOnBoard, undoOnBoard } from '#modules/sales/undo-on-board.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { cents, sum } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Undo = {
  deviceId: string
  /** Of the sale. */
  reference: string
  /** The number of the scan that undoes it. */
  seq: number
  by: Cashier
  now: Temporal.Instant
}

/**
 * Undoes a sale that a phone has made at the door: the order is cancelled at its whole price, its seats
 * are back in the lease, and its cash leaves the till of whoever sold. Reported twice, it is undone once. A sale
 * whose people may have travelled, and any beyond the sum of a day, stays in the books until a colleague has confirmed that they did not. What decides is
 * what we know ourselves: when the sale and its undoing arrived, and who reported what of the bus. A phone may say any time.
 */
export async function undoWalkUp(undo: Undo): Promise<NotUndone['reason'] | undefined> {
  const { by, now } = undo
  const sale = await findSale(undo)
  if (!sale) return 'unknown'
  const { orderId, leaseId, deviceNo, soldBy } = sale
  const doubt = await inTransaction(async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    if (status === 'confirmed') {
      const subject = `order:${orderId}`
      const given = { subject, amountCents: await priceOf(tx, orderId) }
      const why = await findDoubt(tx, orderId, undo)
      if (why) return { why, given }
      const noted = await noteGiven(tx, { kind: 'undone', ...given, by, now })
      if (!noted.ok) return { why: 'too-much' as const, given }
    }
    const isTrusted = await isTrustedPhone(tx, deviceNo)
    await undoOnBoard(tx, { orderId, leaseId: isTrusted ? leaseId : null, by, now })
    return undefined
  })
  if (doubt) {
    const { why: reason, given } = doubt
    await askColleague({ wanted: { kind: 'undone-aboard', ...given }, by, reason, now })
    return reason
  }
  const seller = { kind: 'staff', staffId: soldBy ?? by.staffId } as const
  return (await payBackOnBoard({ orderId, by: seller, now })) ? undefined : 'changed'
}

async function priceOf(tx: Tx, orderId: string): Promise<number> {
  return sum((await listBookings(tx, orderId)).map(({ totalCents }) => cents(totalCents)))
}

export type ConfirmUndoRefusal =
  | DecisionRefusal
  /** The booking has another price by now, or is cancelled. */
  | { ok: false; reason: 'changed' }

/** Confirms that a sale may be undone though its people may have travelled, and undoes it at once. */
export async function confirmUndo(
  decision: Omit<Decision, 'isConfirmed'>,
): Promise<{ ok: true } | ConfirmUndoRefusal> {
  const { now } = decision
  const asked = await findApproval(decision.approvalId)
  if (asked?.kind !== 'undone-aboard') return { ok: false, reason: 'no-such-request' }
  const { kind, subject, amountCents } = asked
  const orderId = subject.replace(/^order:/, '')
  const by = { kind: 'staff', staffId: asked.askedBy } as const
  const { soldBy } = await db
    .selectFrom('orders')
    .select('soldBy')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  // The cash leaves the till of the seller, who is never the colleague.
  if (soldBy === decision.by.staffId) return { ok: false, reason: 'own-request' }
  const outcome = await inTransaction(async (tx): Promise<{ ok: true } | ConfirmUndoRefusal> => {
    const { status } = await lockOrder(tx, orderId)
    const isSame = (await priceOf(tx, orderId)) === amountCents
    if (status !== 'confirmed' || !isSame) return { ok: false, reason: 'changed' }
    const decided = await decideIn(tx, { ...decision, isConfirmed: true })
    if (!decided.ok) return decided
    await noteGiven(tx, { kind, subject, amountCents, by, now })
    await undoOnBoard(tx, { orderId, leaseId: null, by, now })
    return { ok: true }
  })
  if (!outcome.ok) return outcome
  const seller = { kind: 'staff', staffId: soldBy ?? by.staffId } as const
  await payBackOnBoard({ orderId, by: seller, now })
  return { ok: true }
}

async function findSale({ deviceId, reference }: Undo) {
  return db
    .selectFrom('orders')
    .innerJoin('blankTickets', 'blankTickets.reference', 'orders.reference')
    .innerJoin('seatLeases', 'seatLeases.leaseId', 'blankTickets.leaseId')
    .innerJoin('boardingDevices', 'boardingDevices.deviceNo', 'seatLeases.deviceNo')
    .select(['orderId', 'soldBy', 'seatLeases.leaseId', 'seatLeases.deviceNo'])
    .where('orders.reference', '=', reference)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
}

type Known = { knownAt: Temporal.Instant; hasLeft: boolean; isBoarded: boolean }

/**
 * The order is locked. The phone that sold counts the people aboard with the sale, and off again as it is undone; any
 * other count, also by itself, is of people who are aboard. Whoever closes the stop ends the undoing.
 */
async function findDoubt(tx: Tx, orderId: string, { deviceId, seq, now }: Undo) {
  const { rows } = await sql<Known>`
    select orders.created_at as known_at,
      exists (select from closed_boardings
        where closed_boardings.departure_id = bookings.departure_id
          and closed_boardings.position >= bookings.from_position) as has_left,
      exists (select from scans join boarding_devices using (device_no)
        where scans.booking_id = bookings.booking_id
          and (device_id <> ${deviceId} or seq not in (${seq}, (
            select min(seq) from scans as sold where sold.booking_id = bookings.booking_id
              and sold.device_no = scans.device_no)))) as is_boarded
    from orders join bookings using (order_id)
    where order_id = ${orderId} and bookings.state = 'live'`.execute(tx)
  const [sold] = rows
  if (!sold) return undefined
  if (sold.isBoarded) return 'boarded' as const
  if (sold.hasLeft) return 'left' as const
  const isLate = isBefore(sold.knownAt.add({ minutes: UNDO_SALE_MINUTES }), now)
  return isLate ? ('too-late' as const) : undefined
}
