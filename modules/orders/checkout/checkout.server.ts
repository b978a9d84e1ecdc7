import { keepContact, setWheelchairUsers } from '#modules/orders/cart/change-cart.server.ts'
import { checkContact } from '#modules/orders/order/contact.ts'
import { findOpenOrder, listBookings } from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { findOpenPayment } from '#modules/payments/payments.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { localePath } from '#platform/locale.ts'
import { guessEmail, isEmail } from '#platform/text/email.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { describeCheckout, openPaymentPage } from './open-page.server.ts'
import {
  preparePayment,
  type BuyerRefusal,
  type Checkout,
  type CheckoutRefusal,
  type Prepared,
} from './prepare-payment.server.ts'

export type CheckoutOutcome = { ok: true; goTo: string } | CheckoutRefusal

/**
 * Turns the cart into an order that waits for its money, and opens the page to pay it on. Clicked
 * twice, in one tab or in two, it leads to the same page (edge case 14). When the order is refused,
 * the cart keeps the typed contact details.
 */
export async function checkOut(checkout: Checkout): Promise<CheckoutOutcome> {
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
  if (refusals.length > 0) {
    return (await saveWheelchairs(checkout)) ?? { ok: false, reason: 'contact', refusals }
  }
  const prepared = await prepareInTurn(checkout)
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

/** For most orders nothing has to be done first, so the locked order itself is asked. */
async function prepareInTurn(checkout: Checkout): Promise<Prepared> {
  const prepared = await inTransaction((tx) => preparePayment(tx, checkout, { isFirst: true }))
  if (prepared) return prepared
  const unsaved = await saveWheelchairs(checkout)
  if (unsaved) return unsaved
  await endOverdueAttempt(checkout.visitor, checkout.now)
  const again = await inTransaction((tx) => preparePayment(tx, checkout, { isFirst: false }))
  invariant(again, 'what has to be done first is done once')
  return again
}
