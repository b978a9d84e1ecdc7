import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { payLinkUntil } from '#modules/rules/deadlines.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import type { SaleState } from './sale.ts'

type SaleView = {
  orderId: string
  reference: string
  state: SaleState
  /** A link, or the counter. */
  isByLink: boolean
  payBy: Temporal.Instant
  total: Cents
  hasEmail: boolean
  tickets: TicketView[]
}

/** A sale by staff, by its reference; undefined for an order that the site sold. */
export async function findSale(
  reference: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<SaleView | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['orderId', 'status', 'channel', 'heldUntil'])
    .select(['firstHeldAt', 'extraHoldMinutes', 'contactEmail'])
    .where('reference', '=', reference)
    .where('channel', '<>', 'web')
    .executeTakeFirst()
  if (!order) return undefined
  const { orderId, channel, status, heldUntil } = order
  const bookings = await listBookings(db, orderId)
  const isByLink = channel === 'phone'
  const isOver = status === 'expired' || (status === 'cart' && !isBefore(now, heldUntil))
  const [first] = bookings
  return {
    orderId,
    reference,
    state: stateOf(),
    isByLink,
    payBy: first ? payLinkUntil(order, first.departsAt) : heldUntil,
    total: sum(bookings.map(({ totalCents }) => cents(totalCents))),
    hasEmail: order.contactEmail !== null,
    tickets: await listTickets(orderId, locale, now),
  }

  function stateOf(): SaleState {
    if (status === 'confirmed') return 'sold'
    if (isOver) return 'over'
    if (status === 'cart' || status === 'awaiting-payment') return isByLink ? 'waiting' : 'settling'
    return 'changed'
  }
}
