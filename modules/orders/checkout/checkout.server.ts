import {
  holdAgain,
  keepContact,
  setWheelchairUsers,
  type FareChange,
} from '#modules/orders/cart/change-cart.server.ts'
import { contactColumns } from '#modules/orders/order/buyers.server.ts'
import {
  checkContact,
  guessEmail,
  isEmail,
  type Contact,
  type ContactRefusal,
} from '#modules/orders/order/contact.ts'
import type { CartRefusal } from '#modules/orders/order/limits.ts'
import {
  findOpenOrder,
  listBookings,
  lockOpenOrder,
  lockOrder,
  refundTermColumns,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import {
  confirmFree,
  lastSecond,
  setOrderStatus,
} from '#modules/orders/settlement/settle-order.server.ts'
import {
  findOpenPayment,
  listPayments,
  lockPayment,
  recordPayment,
  type Payment,
} from '#modules/payments/payments.server.ts'
import { payUntil } from '#modules/rules/deadlines.ts'
import {
  MIN_PAYMENT_PAGE_MINUTES,
  PAYMENT_PAGE_CLOSES_MINUTES,
  PAYMENT_PAGE_MINUTES,
  type RefundTerms,
} from '#modules/rules/rules.ts'
import { hasSeats, holdSeats } from '#modules/seats/seats.server.ts'
import * as paths from '#paths'
import { db, type Tx } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { localePath } from '#platform/locale.ts'
import { cents, sum } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { describeCheckout, openPaymentPage } from './open-page.server.ts'

type Checkout = {
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

export type CheckoutOutcome = { ok: true; goTo: string } | CheckoutRefusal

/**
 * Turns the cart into an order that waits for its money, and opens the page to pay it on. Clicked
 * twice, in one tab or in two, it leads to the same page (edge case 14). When the order is refused,
 * the cart keeps the typed contact details.
 */
export async function checkOut(checkout: Checkout): Promise<CheckoutOutcome> {
  const unsaved = await saveWheelchairs(checkout)
  if (unsaved) return unsaved
  const outcome = await placeOrder(checkout)
  if (!outcome.ok) await keepContact(checkout.visitor, checkout.contact)
  return outcome
}

/** A wheelchair that was ticked but not saved is saved before the payment. */
async function saveWheelchairs(checkout: Checkout): Promise<CheckoutRefusal | undefined> {
  const { visitor, wheelchairs, now } = checkout
  const order = await findOpenOrder(db, visitor)
  const bookings = order ? await listBookings(db, order.orderId) : []
  for (const { bookingId, wheelchairUsers: before } of bookings) {
    const wheelchairUsers = wheelchairs[bookingId] ?? before
    if (wheelchairUsers === before) continue
    const set = await setWheelchairUsers({ visitor, bookingId, wheelchairUsers, now })
    if (!set.ok) return { ok: false, reason: 'wheelchairs', bookingId, refusal: set }
  }
  return undefined
}

async function placeOrder(checkout: Checkout): Promise<CheckoutOutcome> {
  const { contact, locale, now } = checkout
  const refusals = checkBuyer(checkout)
  if (refusals.length > 0) return { ok: false, reason: 'contact', refusals }

  await endOverdueAttempt(checkout.visitor, now)
  const prepared = await inTransaction((tx) => prepare(tx, checkout))
  if (!prepared.ok) return prepared
  if (prepared.is === 'free') return { ok: true, goTo: prepared.goTo }
  if (prepared.is === 'fares-changed') {
    return { ok: false, reason: 'fares-changed', changes: prepared.changes }
  }

  const { payment, order, bookings } = prepared
  if (payment.redirectUrl) return { ok: true, goTo: payment.redirectUrl }
  const wanted = await describeCheckout(
    { ...checkout, email: contact.email },
    payment,
    order,
    bookings,
  )
  const otherwise = localePath(locale, paths.cart())
  return openPaymentPage(payment, wanted, { purchase: 'checkout', otherwise, now })
}

/** Everything to correct or confirm, in the order of the form; a doubtful address is asked about once. */
function checkBuyer({ contact, termsAccepted, emailAsked }: Checkout): BuyerRefusal[] {
  const { email } = contact
  const refusals: BuyerRefusal[] = checkContact(contact)
  if (!termsAccepted) refusals.push({ ok: false, reason: 'terms-not-accepted' })
  const suggestion = isEmail(email) && email !== emailAsked ? guessEmail(email) : undefined
  if (suggestion) refusals.push({ ok: false, reason: 'email-misspelt', suggestion })
  return refusals
}

/** A page whose time is over leads nowhere: it is closed, and a new one opened. */
async function endOverdueAttempt(visitor: string, now: Temporal.Instant): Promise<void> {
  const order = await findOpenOrder(db, visitor)
  const payment = order && (await findOpenPayment(db, order.orderId))
  if (!payment || isBefore(now, payment.sessionExpiresAt)) return
  await reconcile(payment.paymentId, { now, patience: 'request', close: true })
}

type Prepared =
  | { ok: true; is: 'payable'; payment: Payment; order: Order; bookings: Booking[] }
  | { ok: true; is: 'free'; goTo: string }
  | { ok: true; is: 'fares-changed'; changes: FareChange[] }
  | CheckoutRefusal

async function prepare(tx: Tx, checkout: Checkout): Promise<Prepared> {
  const { visitor, accountId = null, contact, termsVersion, locale, now } = checkout
  const order = await lockOpenOrder(tx, visitor)
  const bookings = order ? await listBookings(tx, order.orderId) : []
  if (!order || bookings.length === 0) return { ok: false, reason: 'cart-empty' }
  await tx
    .updateTable('orders')
    .set({
      ...contactColumns(contact),
      accountId,
      locale,
      ...acceptance(order, { termsVersion, now }),
    })
    .where('orderId', '=', order.orderId)
    .execute()
  await tx
    .updateTable('bookings')
    .set(refundTermColumns(checkout.refundTerms))
    .where('orderId', '=', order.orderId)
    .execute()
  if (order.status === 'awaiting-payment') {
    const payment = await findOpenPayment(tx, order.orderId)
    if (payment) return { ok: true, is: 'payable', payment, order, bookings }
  }
  return holdForPayment(tx, checkout, order)
}

/** The time of acceptance stays the same while the version of the terms does. */
function acceptance(order: Order, { termsVersion, now }: Pick<Checkout, 'termsVersion' | 'now'>) {
  const isSame = order.termsVersion === termsVersion
  return { termsVersion, termsAcceptedAt: isSame ? (order.termsAcceptedAt ?? now) : now }
}

/** From here on the seats are held until the payment ends at the provider. */
async function holdForPayment(tx: Tx, checkout: Checkout, order: Order): Promise<Prepared> {
  const { now, locale } = checkout
  const held = await listBookings(tx, order.orderId)
  const bookingIds = held.map(({ bookingId }) => bookingId)
  if (!(await hasSeats(tx, bookingIds, now))) {
    const again = await holdAgain(tx, order, { now, heldBy: checkout.heldBy })
    if (!again.ok) return again
    if (again.fareChanges.length > 0) {
      return { ok: true, is: 'fares-changed', changes: again.fareChanges }
    }
  }
  const current = await lockOrder(tx, order.orderId)
  const bookings = await listBookings(tx, order.orderId)
  const sessionExpiresAt = sessionEnd(current, bookings, now)
  if (!sessionExpiresAt) return { ok: false, reason: 'too-late-to-pay' }
  const keepSeats = () => {
    const rides = bookings.map(rideOf)
    return holdSeats(tx, { rides, as: { state: 'paying' }, closing: 'for-holders', now })
  }
  const total = sum(bookings.map(({ totalCents }) => cents(totalCents)))
  if (total === 0) {
    const paying = await keepSeats()
    if (!paying.ok) return paying
    const ticketId = await confirmFree(tx, current, now)
    return { ok: true, is: 'free', goTo: localePath(locale, paths.ticket(ticketId)) }
  }
  await setOrderStatus(tx, current, 'awaiting-payment')
  const paymentId = newAccessToken()
  const attempts = await listPayments(tx, current.orderId)
  await recordPayment(tx, {
    paymentId,
    payableId: current.orderId,
    payableVersion: current.version,
    provider: env().PAYMENT_PROVIDER,
    merchantRef: `${current.reference}-${attempts.length + 1}`,
    amountCents: total,
    sessionExpiresAt,
    now,
  })
  const payment = await lockPayment(tx, paymentId)
  // Last, since other buyers of the bus wait from here until the commit.
  const paying = await keepSeats()
  if (!paying.ok) return paying
  return { ok: true, is: 'payable', payment, order: current, bookings }
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
