import { sql } from 'kysely'

import { isTrustedPhone } from '#modules/boarding/devices/devices.server.ts'
import type { NotUndone } from '#modules/boarding/package/sync.ts'
import { lockOrder } from '#modules/orders/order/rows.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { UNDO_SALE_MINUTES } from '#modules/rules/rules.ts'
import { payBackOnBoard, undoOnBoard } from '#modules/sales/undo-on-board.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Undo = {
  deviceId: string
  /** Of the sale. */
  reference: string
  undoneAt: Temporal.Instant
  by: Cashier
  now: Temporal.Instant
}

/**
 * Undoes a sale that a phone has made at the door: the order is cancelled at its whole price, its seats
 * are back in the lease, and its cash leaves the till. Reported twice, it is undone once. A sale that
 * people may already ride on stays in the books.
 */
export async function undoWalkUp(undo: Undo): Promise<NotUndone['reason'] | undefined> {
  const { by, now } = undo
  const sale = await findSale(undo)
  if (!sale) return 'unknown'
  const { orderId, leaseId, deviceNo } = sale
  const refusal = await inTransaction(async (tx) => {
    const { status } = await lockOrder(tx, orderId)
    const why = status === 'confirmed' ? await findRefusal(tx, orderId, undo) : undefined
    if (why) return why
    const isTrusted = await isTrustedPhone(tx, deviceNo)
    await undoOnBoard(tx, { orderId, leaseId: isTrusted ? leaseId : null, by, now })
    return undefined
  })
  if (refusal) return refusal
  return (await payBackOnBoard({ orderId, by, now })) ? undefined : 'changed'
}

async function findSale({ deviceId, reference }: Undo) {
  return db
    .selectFrom('orders')
    .innerJoin('blankTickets', 'blankTickets.reference', 'orders.reference')
    .innerJoin('seatLeases', 'seatLeases.leaseId', 'blankTickets.leaseId')
    .innerJoin('boardingDevices', 'boardingDevices.deviceNo', 'seatLeases.deviceNo')
    .select(['orderId', 'seatLeases.leaseId', 'seatLeases.deviceNo'])
    .where('orders.reference', '=', reference)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
}

type Known = { knownAt: Temporal.Instant; hasLeft: boolean; isBoarded: boolean }

/** The order is locked. Its own phone may count its people aboard and back off again. */
async function findRefusal(tx: Tx, orderId: string, { deviceId, undoneAt }: Undo) {
  const { rows } = await sql<Known>`
    select orders.created_at as known_at,
      exists (select from closed_boardings
        where closed_boardings.departure_id = bookings.departure_id
          and closed_boardings.position = bookings.from_position
          and closed_at < ${undoneAt}) as has_left,
      exists (select from scans join boarding_devices using (device_no)
        where scans.booking_id = bookings.booking_id and device_id <> ${deviceId}) as is_boarded
    from orders join bookings using (order_id)
    where order_id = ${orderId} and bookings.state = 'live'`.execute(tx)
  const [sold] = rows
  if (!sold) return undefined
  if (sold.isBoarded) return 'boarded' as const
  if (sold.hasLeft) return 'left' as const
  const isLate = isBefore(sold.knownAt.add({ minutes: UNDO_SALE_MINUTES }), undoneAt)
  return isLate ? ('too-late' as const) : undefined
}
