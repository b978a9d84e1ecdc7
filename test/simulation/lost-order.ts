import { sql } from 'kysely'
import { inject } from 'vitest'

import { atDatabase } from '#platform/database/site-database.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

/**
 * Removes an order as a failover to a standby that lagged behind does: with every row that was
 * written for it, books and audit included, while the provider keeps the money. It must be the last
 * order that was confirmed, since the number of its receipt is given back. Only a superuser may delete
 * from the books.
 */
export async function loseOrder(orderId: string): Promise<void> {
  const { pathname } = new URL(process.env.DATABASE_URL ?? '')
  await asOwner(
    async (superuser) => {
      const bookings = sql`select booking_id from bookings where order_id = ${orderId}`
      const payments = sql`select payment_id from payments where payable_id = ${orderId}`
      const statements = [
        sql`update receipt_counters set last_number = last_number - 1
        where series in (select series from receipts where order_id = ${orderId})`,
        sql`delete from receipt_lines where booking_id in (${bookings})`,
        sql`delete from receipts where order_id = ${orderId}`,
        sql`delete from mails where order_id = ${orderId}`,
        sql`delete from tickets where booking_id in (${bookings})`,
        sql`delete from seat_holds where booking_id in (${bookings})`,
        sql`delete from booking_passengers where booking_id in (${bookings})`,
        sql`delete from bookings where order_id = ${orderId}`,
        sql`delete from payment_notices
        where merchant_ref in (select merchant_ref from payments where payable_id = ${orderId})`,
        sql`delete from refunds where payment_id in (${payments})`,
        sql`delete from payments where payable_id = ${orderId}`,
        sql`delete from ledger_entries where payable_id = ${orderId}`,
        sql`delete from audit_entries where subject = ${`order:${orderId}`}`,
        sql`delete from orders where order_id = ${orderId}`,
      ]
      for (const statement of statements) await statement.execute(superuser)
    },
    atDatabase(inject('superuser'), pathname.slice(1)),
  )
}
