import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import type { HandedOver } from '#modules/payments/till/enter-payment.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { openTill } from '#modules/payments/till/till.server.ts'
import { MAX_HOLD_MINUTES } from '#modules/rules/rules.ts'
import type { Sale } from '#modules/sales/sale.ts'
import { sellAtCounter } from '#modules/sales/sell.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { addNamedMember } from '#test/fixtures/sample-staff.server.ts'

import { findOrderRow } from './travellers.ts'

/* Acts of the staff who sell, done as the pages of the office do them. */

/** A member of staff who sells. */
export async function addSeller(): Promise<Cashier> {
  const staffId = randomUUID()
  await addNamedMember(staffId, 'Maria')
  return { kind: 'staff', staffId }
}

/** The same, with an open till. */
export async function addCashier(float = 5000): Promise<Cashier> {
  const by = await addSeller()
  const opened = await openTill({ by, float: cents(float), now: now() })
  if (!opened.ok) throw new Error(`instead of a till: ${opened.reason}`)
  return by
}

/** The form of a sale, filled in for one ride. */
export function saleOf(by: Cashier, ride: RideWish, changes: Partial<Sale> = {}): Sale {
  const customer = { name: 'Anna Georgiou', email: 'anna@example.com', phone: '' }
  return {
    saleKey: `sale:${randomUUID()}`,
    by,
    rides: [ride],
    customer,
    locale: 'en',
    now: now(),
    ...changes,
  }
}

/** Sells for cash, or by the slip of the card terminal. */
export async function sellNow(
  by: Cashier,
  ride: RideWish,
  { handedOver = { means: 'cash' }, ...changes }: Partial<Sale> & { handedOver?: HandedOver } = {},
) {
  const sold = await sellAtCounter({ ...saleOf(by, ride, changes), handedOver })
  if (!sold.ok) throw new Error(`instead of a sale: ${sold.reason}`)
  return sold
}

/** The entries of the audit about an order or a till. */
export function listAudit(subject: string) {
  return db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'reason', 'overrule', 'after'])
    .where('subject', '=', subject)
    .orderBy('enteredAt')
    .execute()
}

/** The entries that the till has about a payment of this order, sales first. */
export function listTillEntries(by: Cashier) {
  return db
    .selectFrom('tillEntries')
    .select(['kind', 'means', 'amountCents', 'slip'])
    .where('enteredBy', '=', by.staffId)
    .orderBy('enteredAt')
    .execute()
}

/** Cancels all of an order in time, as its holder does, for the price of its rides less a euro. */
export async function cancelAll(orderId: string, shownRefund: number): Promise<void> {
  const { manageId } = await findOrderRow(orderId)
  const bookings = await listBookings(db, orderId)
  const leaving = bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
  const outcome = await cancel({ manageId, leaving, shownRefund: cents(shownRefund), now: now() })
  if (!outcome.ok) throw new Error(`instead of a cancellation: ${outcome.reason}`)
}

/** Ends the hour in which a link can be paid. */
export async function endHold(orderId: string): Promise<void> {
  const columns = { heldUntil: now(), firstHeldAt: now().subtract({ minutes: MAX_HOLD_MINUTES }) }
  await db.updateTable('orders').set(columns).where('orderId', '=', orderId).execute()
  await db.updateTable('seatHolds').set({ expiresAt: now() }).where('state', '=', 'cart').execute()
}

/** The addresses of the payment pages that are open. */
export async function listPaymentPages(): Promise<(string | null)[]> {
  const rows = await db.selectFrom('payments').select('redirectUrl').execute()
  return rows.map(({ redirectUrl }) => redirectUrl)
}

/** Staff change a departure. */
export async function changeDeparture(
  departureId: string,
  columns: { seats?: number; status?: 'cancelled' },
): Promise<void> {
  await db.updateTable('departures').set(columns).where('departureId', '=', departureId).execute()
}

/** Turns it into a sale of a driver at the door. */
export async function makeSoldOnBoard(orderId: string, soldBy: string): Promise<void> {
  const order = db.updateTable('orders').where('orderId', '=', orderId)
  await order.set({ channel: 'on-board', soldBy }).execute()
}

/** Removes the names from its tickets, as after an erasure or a sale without a name. */
export async function removeLeader(orderId: string): Promise<void> {
  await sql`update tickets set group_leader = '' from bookings
    where bookings.booking_id = tickets.booking_id and order_id = ${orderId}`.execute(db)
}

/** The money of each payment for an order. */
export async function listCaptured(orderId: string): Promise<number[]> {
  const payments = await db
    .selectFrom('payments')
    .select('capturedCents')
    .where('payableId', '=', orderId)
    .execute()
  return payments.map(({ capturedCents }) => capturedCents ?? 0)
}

export async function countOrders(): Promise<number> {
  const orders = await db.selectFrom('orders').select('orderId').execute()
  return orders.length
}
