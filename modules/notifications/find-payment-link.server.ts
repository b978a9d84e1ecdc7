import { listBookings, type Order } from '#modules/orders/order/rows.server.ts'
import { payLinkUntil } from '#modules/rules/deadlines.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { localePath } from '#platform/locale.ts'
import { cents, sum } from '#platform/money.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'

import { orderMailData } from './find-change.server.ts'
import type { PaymentLinkData } from './letter-data.ts'

/** The seats that staff hold for a caller, and the link to pay for them; undefined once it is over. */
export async function findPaymentLink(
  order: Order,
  now: Temporal.Instant,
): Promise<PaymentLinkData | undefined> {
  const { orderId, locale, manageId, status } = order
  const bookings = await listBookings(db, orderId)
  const [first] = bookings
  if (!first || (status !== 'cart' && status !== 'awaiting-payment')) return undefined
  const payBy = payLinkUntil(order, first.departsAt)
  if (!isBefore(now, payBy)) return undefined
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  const { reference, demonstration } = orderMailData(order)
  return {
    locale,
    reference,
    demonstration,
    payUrl: siteOrigin() + localePath(locale, paths.payLink(manageId)),
    payBy,
    total: sum(bookings.map(({ totalCents }) => cents(totalCents))),
    rides: bookings.map(({ fromStopId, toStopId, departsAt, passengers, wheelchairUsers }) => {
      const ends = { from: nameOf(fromStopId), to: nameOf(toStopId) }
      return { locale, ...ends, departsAt, passengers, wheelchairUsers }
    }),
  }
}
