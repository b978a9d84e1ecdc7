import { findOrder, listBookings } from '#modules/orders/order/rows.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import type { SaleRefusal, Sold } from './sale.ts'
import { sendPaymentLink } from './sell.server.ts'

type Again = { saleKey: `sale:${string}`; orderId: string; by: Cashier; now: Temporal.Instant }

/**
 * Sells an expired order again, as a new one at the fares that hold now, and mails a new link. Late money for the
 * old one would still buy it while seats are left, so the old one is not revived.
 */
export async function sendLinkAgain(again: Again): Promise<Sold | SaleRefusal> {
  const { saleKey, orderId, by, now } = again
  const order = await findOrder(db, orderId)
  const isUnpaid = order?.status === 'expired' || order?.status === 'cart'
  const isOver = order && isUnpaid && !isBefore(now, order.heldUntil)
  if (!isOver || order.channel === 'web') return { ok: false, reason: 'not-expired' }
  const bookings = await listBookings(db, orderId)
  const rides = bookings.map((booking) => {
    const { departureId, fromStopId, toStopId, passengers, wheelchairUsers } = booking
    return { departureId, fromStopId, toStopId, passengers, wheelchairUsers }
  })
  const customer = {
    name: order.contactName ?? '',
    email: order.contactEmail,
    phone: order.contactPhone ?? '',
  }
  return sendPaymentLink({ saleKey, by, rides, customer, locale: order.locale, now })
}
