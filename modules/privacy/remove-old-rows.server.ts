import { deleteOldLeases } from '#modules/boarding/devices/delete-leases.server.ts'
import { deleteOldDuties } from '#modules/fleet/change-duty.server.ts'
import { removeMailsAbout } from '#modules/mail/forget-mails.server.ts'
import { deleteOldNotices } from '#modules/notices/notices.server.ts'
import {
  lockAbandonedOrders,
  removeBookings,
  removeOrders,
} from '#modules/orders/order/remove-orders.server.ts'
import { listBookingIds } from '#modules/orders/order/rows.server.ts'
import { deleteLinkRequests } from '#modules/orders/reads/find-booking.server.ts'
import { deleteWebhooks } from '#modules/payments/webhooks.server.ts'
import {
  ALERT_MONTHS_KEPT,
  CART_DAYS_KEPT,
  DUTY_MONTHS_KEPT,
  LINK_REQUEST_DAYS_KEPT,
  NOTICE_MONTHS_KEPT,
  WEBHOOK_MONTHS_KEPT,
} from '#modules/rules/kept.ts'
import { WALK_UP_REPORT_DAYS } from '#modules/rules/rules.ts'
import { releaseSeats } from '#modules/seats/seats.server.ts'
import { endIfFrozen } from '#platform/database/end-if-frozen.server.ts'
import type { Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inCyprus } from '#platform/time.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'
import { deleteAlerts } from '#platform/watch/alerts.server.ts'

/**
 * Deletes rows that would accumulate for ever and that neither name a person nor belong to the
 * books.
 */
export const REMOVE_OLD_ROWS: Job<object> = {
  name: 'remove-old-rows',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
  seconds: 3600,
}

/** Rows deleted in one transaction, kept few so that none of them is locked for long. */
const ROWS_AT_ONCE = 200

/** Rows that another program has locked are left for the next night. */
export async function removeOldRows(now: Temporal.Instant): Promise<void> {
  const monthsAgo = (months: number) => inCyprus(now).subtract({ months }).toInstant()
  const most = ROWS_AT_ONCE
  const carts = { limit: now.subtract({ hours: 24 * CART_DAYS_KEPT }), most }
  await untilFew((tx) => removeCarts(tx, carts))
  const leases = now.subtract({ hours: 24 * WALK_UP_REPORT_DAYS })
  const links = { limit: now.subtract({ hours: 24 * LINK_REQUEST_DAYS_KEPT }), most }
  await untilFew((tx) => deleteLinkRequests(tx, links))
  await untilFew((tx) => deleteWebhooks(tx, { limit: monthsAgo(WEBHOOK_MONTHS_KEPT), most }))
  await untilFew((tx) => deleteAlerts(tx, { limit: monthsAgo(ALERT_MONTHS_KEPT), most }))
  await untilFew((tx) => deleteOldNotices(tx, { limit: monthsAgo(NOTICE_MONTHS_KEPT), most }))
  await untilFew((tx) => deleteOldLeases(tx, { limit: leases, most }))
  const lastDay = inCyprus(now).toPlainDate().subtract({ months: DUTY_MONTHS_KEPT })
  await untilFew((tx) => deleteOldDuties(tx, { limit: lastDay, most }))
}

/** Buyers may wait for what a deletion holds: the departures on whose buses places come free. */
export async function untilFew(deleteSome: (tx: Tx) => Promise<number>): Promise<void> {
  const deleteOnce = async (tx: Tx) => {
    await endIfFrozen(tx)
    return deleteSome(tx)
  }
  let deleted: number
  do deleted = await inPatientTransaction(deleteOnce)
  while (deleted === ROWS_AT_ONCE)
}

/** No part of such a cart is in the books, so only the count of its visitors is lost with it. */
export async function removeCarts(
  tx: Tx,
  carts: { limit: Temporal.Instant; most: number },
): Promise<number> {
  const orderIds = await lockAbandonedOrders(tx, carts)
  if (orderIds.length === 0) return 0
  const bookingIds = await listBookingIds(tx, orderIds)
  await removeMailsAbout(tx, orderIds)
  await releaseSeats(tx, bookingIds)
  await removeBookings(tx, { orderIds, bookingIds })
  await removeOrders(tx, orderIds)
  return orderIds.length
}
