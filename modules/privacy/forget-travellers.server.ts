import type { ExpressionBuilder } from 'kysely'

import type { DB } from '#db/types.ts'
import { listGuestIds } from '#modules/boarding/counts/seat-guests.server.ts'
import { removeMailsAbout } from '#modules/mail/forget-mails.server.ts'
import { BOUGHT, forgetPhones } from '#modules/orders/order/buyers.server.ts'
import { removeBookings, removeOrders } from '#modules/orders/order/remove-orders.server.ts'
import { listBookingIds } from '#modules/orders/order/rows.server.ts'
import { removePayments } from '#modules/payments/remove-payments.server.ts'
import {
  ATTEMPT_DAYS_KEPT,
  BOOKS_YEARS_KEPT,
  GUEST_MONTHS_KEPT,
  PHONE_DAYS_KEPT,
} from '#modules/rules/kept.ts'
import { releaseSeats } from '#modules/seats/seats.server.ts'
import { removeTickets } from '#modules/tickets/forget-tickets.server.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { forgetFailures, type Job } from '#platform/jobs/jobs.server.ts'
import { tidyMailbox } from '#platform/mail/mailbox.server.ts'
import { inCyprus, startOfDay } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { forgetHolders } from './forget-holders.server.ts'
import { openMoneyOf } from './open-money.server.ts'

/** Erases travellers when their data is no longer needed, and years later deletes their orders. */
export const FORGET_TRAVELLERS: Job<object> = {
  name: 'forget-travellers',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
  seconds: 600,
}

/** Orders locked in one transaction, kept few so that other requests do not wait long for them. */
const ORDERS_AT_ONCE = 100

/**
 * Applies the periods of the privacy page. Orders with an open payment or refund wait, at any age.
 */
export async function forgetTravellers(now: Temporal.Instant): Promise<void> {
  await inTransaction((tx) => forgetPhones(tx, now.subtract({ hours: 24 * PHONE_DAYS_KEPT })))
  while (await inTransaction((tx) => forgetSome(tx, now)));
  while (await inTransaction((tx) => removeSome(tx, now)));
  await inTransaction((tx) => tidyMailbox(tx, now))
  await inTransaction((tx) => forgetFailures(tx, now))
}

/** Erases the person from some orders; returns whether there may be more. */
async function forgetSome(tx: Tx, now: Temporal.Instant): Promise<boolean> {
  const guests = inCyprus(now).subtract({ months: GUEST_MONTHS_KEPT }).toInstant()
  const attempts = now.subtract({ hours: 24 * ATTEMPT_DAYS_KEPT })
  const orders = await tx
    .selectFrom('orders')
    .select(['orderId', 'status'])
    // A sale on paper has a name, and no address.
    .where((order) => order.fn.coalesce('contactName', 'contactEmail'), 'is not', null)
    .where((order) =>
      order.or([
        order.and([
          order('accountId', 'is', null),
          order('status', 'in', BOUGHT),
          order('createdAt', '<', guests),
          order.not(order.exists(bookingsOf(order).where('arrivesAt', '>=', guests))),
        ]),
        order.and([order('status', '=', 'expired'), order('heldUntil', '<', attempts)]),
      ]),
    )
    .where((order) => order.not(order.exists(openMoneyOf(order))))
    .limit(ORDERS_AT_ONCE)
    .forUpdate()
    .execute()
  await forgetHolders(tx, orders)
  return orders.length === ORDERS_AT_ONCE
}

/** Deletes some orders whose retention period is over, with or without an account. */
async function removeSome(tx: Tx, now: Temporal.Instant): Promise<boolean> {
  const { year } = inCyprus(now)
  const limit = startOfDay(new Temporal.PlainDate(year - BOOKS_YEARS_KEPT, 1, 1))
  const orders = await tx
    .selectFrom('orders')
    .select('orderId')
    .where('createdAt', '<', limit)
    .where('status', 'in', [...BOUGHT, 'expired'])
    .where((order) => order.not(order.exists(bookingsOf(order).where('arrivesAt', '>=', limit))))
    .where((order) => order.not(order.exists(openMoneyOf(order))))
    .limit(ORDERS_AT_ONCE)
    .forUpdate()
    .execute()
  const orderIds = orders.map(({ orderId }) => orderId)
  if (orderIds.length > 0) await remove(tx, orderIds, now)
  return orders.length === ORDERS_AT_ONCE
}

/** Receipts and ledger stay: they contain no name, and their numbers have no gaps. */
async function remove(tx: Tx, orderIds: readonly string[], now: Temporal.Instant): Promise<void> {
  const bookingIds = await listBookingIds(tx, orderIds)
  await removeMailsAbout(tx, orderIds)
  await releaseSeats(tx, [...bookingIds, ...(await listGuestIds(tx, bookingIds))])
  await removeTickets(tx, bookingIds)
  await removeBookings(tx, { orderIds, bookingIds })
  await removePayments(tx, orderIds)
  await removeOrders(tx, orderIds)
  for (const orderId of orderIds) {
    const by = { kind: 'job', name: 'forget-travellers' } as const
    const entry = { by, subject: `order:${orderId}`, action: 'removed' }
    await audit(tx, { ...entry, reason: 'the years of the books are over', now })
  }
}

type OrderRow = ExpressionBuilder<DB, 'orders'>

function bookingsOf(order: OrderRow) {
  return order
    .selectFrom('bookings')
    .select('bookingId')
    .whereRef('bookings.orderId', '=', 'orders.orderId')
}
