import { holdAgain, type FareChange } from '#modules/orders/cart/change-cart.server.ts'
import { contactColumns } from '#modules/orders/order/buyers.server.ts'
import type { Contact, ContactRefusal } from '#modules/orders/order/contact.ts'
import type { CartRefusal } from '#modules/orders/order/limits.ts'
import { assertMayBecome, type OrderStatus } from '#modules/orders/order/order-status.ts'
import {
  listBookingsAndHolds,
  lockOpenOrder,
  lockOrder,
  refundTermColumns,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { confirmFree, lastSecond } from '#modules/orders/settlement/settle-order.server.ts'
import { findOpenPayment, recordPayment, type Payment } from '#modules/payments/payments.server.ts'
import { payUntil } from '#modules/rules/deadlines.ts'
import {
  MIN_PAYMENT_PAGE_MINUTES,
  PAYMENT_PAGE_CLOSES_MINUTES,
  PAYMENT_PAGE_MINUTES,
  type RefundTerms,
} from '#modules/rules/rules.ts'
import type { Held } from '#modules/seats/holds.server.ts'
import { areHeld, holdSeats } from '#modules/seats/seats.server.ts'
import * as paths from '#paths'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents, sum } from '#platform/money.ts'
import { env } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'
import { writeAhead } from '#platform/write-together.server.ts'

export type Checkout = {
  visitor: string
  /** Account of a logged-in visitor, which lists the order as well. */
  accountId?: string | undefined
  contact: Contact
  /** The address that the visitor was asked about already; sent again, it is accepted. */
  emailAsked: string
  /** The number of wheelchair users per booking, where it was chosen. */
  wheelchairs: Readonly<Record<string, number>>
  termsAccepted: boolean
  termsVersion: string
  /** The refund terms of that version, which each booking keeps. */
  refundTerms: RefundTerms
  locale: Locale
  /**
   * The departure, in milliseconds since 1970, that the page showed for each booking whose times have
   * changed since it was put into the cart.
   */
  timesSeen?: Readonly<Record<string, number>> | undefined
  /** The visitor's network, as a keyed hash; used only if the hold has expired. */
  heldBy?: string | undefined
  /** The origin to which the provider sends browser and webhooks. */
  origin: string
  now: Temporal.Instant
}

export type BuyerRefusal =
  | ContactRefusal
  | { ok: false; reason: 'email-misspelt'; suggestion: string }

export type CheckoutRefusal =
  | { ok: false; reason: 'wheelchairs'; bookingId: string; refusal: CartRefusal }
  | { ok: false; reason: 'contact'; refusals: BuyerRefusal[] }
  | (CartRefusal & { bookingId?: string })
  | { ok: false; reason: 'cart-empty' }
  | { ok: false; reason: 'fares-changed'; changes: FareChange[] }
  | { ok: false; reason: 'too-late-to-pay' }
  | { ok: false; reason: 'provider-unavailable' }
  /** A new timetable has another time than the page showed: the buyer sees it before paying. */
  | { ok: false; reason: 'retimed'; bookingId: string; departsAt: Temporal.Instant }

export type Prepared =
  | { ok: true; is: 'payable'; payment: Payment; order: Order; bookings: Booking[] }
  | { ok: true; is: 'free'; goTo: string }
  | { ok: true; is: 'fares-changed'; changes: FareChange[] }
  | CheckoutRefusal

const NOTHING = { bookings: [], held: [] }

/**
 * Locks the cart, records what the buyer accepts and the attempt to pay, and holds the seats until it
 * ends. With `isFirst`, the result is undefined if a wheelchair has to be saved or an overdue page
 * closed before.
 */
export async function preparePayment(
  tx: Tx,
  checkout: Checkout,
  { isFirst }: { isFirst: boolean },
): Promise<Prepared | undefined> {
  const order = await lockOpenOrder(tx, checkout.visitor)
  const { bookings, held } = order ? await listBookingsAndHolds(tx, order.orderId) : NOTHING
  if (!order || bookings.length === 0) return { ok: false, reason: 'cart-empty' }
  const isAwaiting = order.status === 'awaiting-payment'
  const payment = isAwaiting ? await findOpenPayment(tx, order.orderId) : undefined
  const isOver = payment && !isBefore(checkout.now, payment.sessionExpiresAt)
  if (isFirst && (isOver || hasUnsaved(checkout, bookings))) return undefined
  const retimed = bookings.find((booking) => !isTimeSeen(checkout, booking))
  if (retimed) {
    const { bookingId, departsAt } = retimed
    return { ok: false, reason: 'retimed', bookingId, departsAt }
  }
  if (!payment) return holdForPayment(tx, checkout, order, bookings, held)
  await writeAhead(tx, acceptance(tx, checkout, order))
  return { ok: true, is: 'payable', payment, order, bookings }
}

/** Whether the buyer agrees to the time of a ride, whose times may have changed in the cart. */
function isTimeSeen({ timesSeen }: Checkout, { bookingId, departsAt, retimedFrom }: Booking) {
  return retimedFrom === null || timesSeen?.[bookingId] === departsAt.epochMilliseconds
}

function hasUnsaved({ wheelchairs }: Checkout, bookings: readonly Booking[]): boolean {
  return bookings.some(({ bookingId, wheelchairUsers }) => {
    return (wheelchairs[bookingId] ?? wheelchairUsers) !== wheelchairUsers
  })
}

/** From here on the present time of each ride counts as the one that is bought. */
const AGREED = { retimedFrom: null, retimedArrivalFrom: null }

/**
 * The writes by which a buyer accepts the terms and gives a contact. The time of acceptance stays the
 * same while the version of the terms does.
 */
function acceptance(tx: Tx, checkout: Checkout, order: Order, status: OrderStatus = order.status) {
  const { accountId = null, contact, termsVersion, locale, now } = checkout
  const isSame = order.termsVersion === termsVersion
  const termsAcceptedAt = isSame ? (order.termsAcceptedAt ?? now) : now
  const accepted = { accountId, locale, status, termsVersion, termsAcceptedAt }
  return [
    tx
      .updateTable('bookings')
      .set({ ...refundTermColumns(checkout.refundTerms), ...AGREED })
      .where('orderId', '=', order.orderId),
    tx
      .updateTable('orders')
      .set({ ...contactColumns(contact), ...accepted })
      .where('orderId', '=', order.orderId),
  ]
}

/** From here on the seats are held until the payment ends at the provider. */
async function holdForPayment(
  tx: Tx,
  checkout: Checkout,
  locked: Order,
  listed: Booking[],
  held: readonly Held[],
): Promise<Prepared> {
  const { now } = checkout
  const bookingIds = listed.map(({ bookingId }) => bookingId)
  if (areHeld(held, bookingIds, now)) return payFor(tx, checkout, locked, listed, held)

  await writeAhead(tx, acceptance(tx, checkout, locked))
  const again = await holdAgain(tx, locked, { now, heldBy: checkout.heldBy })
  if (!again.ok) return again
  if (again.fareChanges.length > 0) {
    return { ok: true, is: 'fares-changed', changes: again.fareChanges }
  }
  const order = await lockOrder(tx, locked.orderId)
  const after = await listBookingsAndHolds(tx, order.orderId)
  return payFor(tx, checkout, order, after.bookings, after.held)
}

async function payFor(
  tx: Tx,
  checkout: Checkout,
  order: Order,
  bookings: Booking[],
  before: readonly Held[],
): Promise<Prepared> {
  const { now, locale } = checkout
  const sessionExpiresAt = sessionEnd(order, bookings, now)
  if (!sessionExpiresAt) return { ok: false, reason: 'too-late-to-pay' }
  const keepSeats = () => {
    const rides = bookings.map(rideOf)
    return holdSeats(tx, { rides, as: { state: 'paying' }, closing: 'for-holders', before, now })
  }
  const total = sum(bookings.map(({ totalCents }) => cents(totalCents)))
  if (total === 0) {
    await writeAhead(tx, acceptance(tx, checkout, order))
    const paying = await keepSeats()
    if (!paying.ok) return paying
    const ticketId = await confirmFree(tx, await lockOrder(tx, order.orderId), now)
    return { ok: true, is: 'free', goTo: localePath(locale, paths.ticket(ticketId)) }
  }
  assertMayBecome(order.status, 'awaiting-payment')
  const attempt = {
    paymentId: newAccessToken(),
    payableId: order.orderId,
    payableVersion: order.version,
    provider: env().PAYMENT_PROVIDER,
    reference: order.reference,
    amountCents: total,
    sessionExpiresAt,
    now,
  }
  const accepted = acceptance(tx, checkout, order, 'awaiting-payment')
  const payment = await recordPayment(tx, attempt, accepted)
  // Last, since other buyers of the bus wait from here until the commit.
  const paying = await keepSeats()
  if (!paying.ok) return paying
  return { ok: true, is: 'payable', payment, order, bookings }
}

/**
 * The end of the page: before the seats are released, and before the bus leaves. Undefined if that
 * is too soon.
 */
function sessionEnd(order: Order, bookings: readonly Booking[], now: Temporal.Instant) {
  const ends = [
    now.add({ minutes: PAYMENT_PAGE_MINUTES }),
    lastSecond(order).subtract({ minutes: PAYMENT_PAGE_CLOSES_MINUTES }),
    ...bookings.map(({ departsAt }) => payUntil(departsAt)),
  ]
  const end = ends.reduce((first, other) => (isBefore(other, first) ? other : first))
  return isBefore(end, now.add({ minutes: MIN_PAYMENT_PAGE_MINUTES })) ? undefined : end
}
