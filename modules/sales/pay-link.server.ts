import { findCart, type CartView } from '#modules/orders/cart/find-cart.server.ts'
import { checkOut, type CheckoutOutcome } from '#modules/orders/checkout/checkout.server.ts'
import { contactOf } from '#modules/orders/order/rows.server.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { payLinkUntil } from '#modules/rules/deadlines.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { isBefore } from '#platform/time.ts'

/* The link that a caller pays on. Its order is a cart of the seller, which nobody else can change. */

type LinkedSale =
  | { is: 'payable'; cart: CartView; payBy: Temporal.Instant }
  | { is: 'paid' }
  /** The time of the link is over, and its seats are on sale again. */
  | { is: 'over' }

/** The sale behind a link; undefined if there is none. */
export async function findLinkedSale(
  manageId: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<LinkedSale | undefined> {
  const order = await findSoldByLink(manageId)
  if (!order) return undefined
  if (order.status === 'confirmed' || order.status === 'cancelled') return { is: 'paid' }
  const cart = await findCart(order.visitor, locale, now)
  const [first] = cart?.rides ?? []
  if (!cart || !first) return { is: 'over' }
  const payBy = payLinkUntil(order, first.departsAt)
  const isBeingPaid = cart.openPayment !== null
  if (!isBeingPaid && (!cart.isHeld || !isBefore(now, payBy))) return { is: 'over' }
  return { is: 'payable', cart, payBy }
}

type LinkOutcome =
  | CheckoutOutcome
  | { ok: false; reason: 'link-over' }
  | { ok: false; reason: 'no-such-link' }

type Payment = {
  manageId: string
  /** As the page showed them: see `Checkout`. */
  timesSeen?: Readonly<Record<string, number>>
  /** The language of the page, and so of the provider's. */
  locale: Locale
  origin: string
  now: Temporal.Instant
}

/**
 * Opens the payment page, as the cart of a browser does. Paying accepts the terms. Refused for a
 * link of no sale, and after its time.
 */
export async function payByLink(payment: Payment): Promise<LinkOutcome> {
  const { manageId, timesSeen = {}, locale, origin, now } = payment
  const order = await findSoldByLink(manageId)
  if (!order) return { ok: false, reason: 'no-such-link' }
  const sale = await findLinkedSale(manageId, locale, now)
  if (sale?.is !== 'payable') return { ok: false, reason: 'link-over' }
  const contact = contactOf(order)
  return checkOut({
    visitor: order.visitor,
    contact,
    emailAsked: contact.email,
    wheelchairs: {},
    timesSeen,
    termsAccepted: true,
    termsVersion: TERMS_VERSION,
    refundTerms: REFUND_TERMS,
    locale,
    origin,
    now,
  })
}

function findSoldByLink(manageId: string) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'visitor', 'status', 'firstHeldAt', 'extraHoldMinutes'])
    .select(['contactName', 'contactEmail', 'contactPhone'])
    .where('manageId', '=', manageId)
    .where('channel', '=', 'phone')
    .executeTakeFirst()
}
