import { randomUUID } from 'node:crypto'

import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { recordReplacements } from '#modules/orders/apply/apply-change.server.ts'
import { findAwaitedChange, readReplacement } from '#modules/orders/apply/proposals.server.ts'
import { describeSurcharge, openPaymentPage } from '#modules/orders/checkout/open-page.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import {
  listBookings,
  raiseVersion,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { type AmendmentKind } from '#modules/orders/policy/amendment.ts'
import { findPayment, recordPayment, type Payment } from '#modules/payments/payments.server.ts'
import { maxHoldUntil, type Closing } from '#modules/rules/deadlines.ts'
import { PAYMENT_PAGE_CLOSES_MINUTES, PAYMENT_PAGE_MINUTES } from '#modules/rules/rules.ts'
import { holdSeats, type HeldRide, type HoldOutcome } from '#modules/seats/seats.server.ts'
import * as paths from '#paths'
import { actorText, originOf, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'
import { env } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'

/*
 * A change with a surcharge waits for its payment beside the ride it would replace. The attempt to
 * pay is handled like any other: the same page, the same webhooks, the same `reconcile`. When the
 * money arrives the rides are swapped, and without it the change lapses
 * (orders/settlement/settle-order).
 */

export type Pending = { order: Order; payment: Payment; after: Booking }

type Costly = {
  order: Order
  kind: AmendmentKind
  by: Actor
  reason?: string
  overruled: { code: OverruleCode; waived: Cents } | undefined
  before: Booking
  after: Booking
  surcharge: Cents
  /** The deadline for the new seats. */
  closing: Closing
  /** The visitor's network, as a keyed hash. */
  heldBy: string | undefined
  now: Temporal.Instant
}

/**
 * Holds the new seats beside the old ones and records the attempt, before the provider is asked.
 */
export async function proposeForPayment(
  tx: Tx,
  costly: Costly,
): Promise<({ ok: true } & Pending) | Extract<HoldOutcome, { ok: false }>> {
  const { order, before, after, surcharge, closing, heldBy, now } = costly
  await raiseVersion(tx, order.orderId)
  const paymentId = newAccessToken()
  const payment = await recordPayment(tx, {
    paymentId,
    payableId: order.orderId,
    payableVersion: order.version + 1,
    provider: env().PAYMENT_PROVIDER,
    reference: order.reference,
    amountCents: surcharge,
    sessionExpiresAt: pageEnd(costly),
    now,
  })
  await recordAwaited(tx, costly, paymentId)
  // Last, since other buyers of the bus wait from here until the commit.
  const rides = whatMore(before, after)
  if (rides.length > 0) {
    const as = { state: 'paying' } as const
    const held = await holdSeats(tx, { rides, as, closing, heldBy, now })
    if (!held.ok) return held
  }
  return { ok: true, order, payment, after }
}

/** A holder is at the payment page at once; a link that staff send has to be found in a mailbox. */
function pageEnd({ by, now }: Costly): Temporal.Instant {
  if (originOf(by) !== 'staff') return now.add({ minutes: PAYMENT_PAGE_MINUTES })
  return maxHoldUntil(now).subtract({ minutes: PAYMENT_PAGE_CLOSES_MINUTES })
}

/**
 * Staff who ask for a surcharge are in the audit from now on, and the holder receives the link to pay
 * it; a holder who asks for a change is at the payment page already.
 */
async function recordAwaited(
  tx: Tx,
  { order, kind, by, reason, overruled, before, after, surcharge, now }: Costly,
  paymentId: string,
): Promise<void> {
  const { orderId } = order
  const changeId = randomUUID()
  await tx
    .insertInto('changes')
    .values({
      changeId,
      orderId,
      kind,
      actor: originOf(by),
      by: actorText(by),
      overrule: overruled?.code ?? null,
      waivedCents: overruled?.waived ?? 0,
      state: 'awaiting-payment',
      paymentId,
      surchargeCents: surcharge,
      requestedAt: now,
    })
    .execute()
  await recordReplacements(tx, changeId, [{ before, after }])
  if (originOf(by) !== 'staff') return
  await audit(tx, {
    by,
    subject: `order:${orderId}`,
    action: 'surcharge-asked',
    ...(reason && { reason }),
    ...(overruled && { overrule: overruled.code }),
    before: { bookings: [before.bookingId] },
    after: { surcharge, ...(overruled && { waived: overruled.waived }) },
    now,
  })
  const attemptNo = await nextAttemptNo(tx, orderId, 'surcharge')
  await enqueueMail(tx, { order, kind: 'surcharge', attemptNo, changeId, now })
}

/**
 * The seats to hold: on the same bus and between the same stops, only those of the added
 * passengers.
 */
function whatMore(before: Booking, after: Booking): HeldRide[] {
  const wanted = rideOf(after)
  const isSameRide =
    before.departureId === after.departureId &&
    before.fromPosition === after.fromPosition &&
    before.toPosition === after.toPosition
  if (!isSameRide) return [wanted]
  const had = rideOf(before).places
  const places = {
    seats: Math.max(0, wanted.places.seats - had.seats),
    wheelchairPlaces: Math.max(0, wanted.places.wheelchairPlaces - had.wheelchairPlaces),
  }
  return places.seats + places.wheelchairPlaces > 0 ? [{ ...wanted, places }] : []
}

type Asking = { manageId: string; locale: Locale; origin: string; now: Temporal.Instant }

/** Opens the payment page of a surcharge. If that fails, the change lapses with its time. */
export async function openSurchargePage(
  { order, payment, after }: Pending,
  { manageId, locale, origin, now }: Asking,
): Promise<{ ok: true; goTo: string } | { ok: false; reason: 'provider-unavailable' }> {
  const email = order.contactEmail ?? ''
  const wanted = await describeSurcharge({ email, locale, origin }, payment, order, after)
  const otherwise = localePath(locale, paths.order(manageId))
  return openPaymentPage(payment, wanted, { purchase: 'surcharge', otherwise, now })
}

type Pressed = {
  bookingId: string
  to: RideWish
  shown: { surcharge: Cents }
  now: Temporal.Instant
}

/**
 * The page that is already open for the same change at the same price, so that a double click, in one
 * tab or in two, leads to one page (edge case 14).
 */
export async function findSamePage(
  orderId: string,
  { bookingId, to, shown, now }: Pressed,
): Promise<string | undefined> {
  const awaited = await findAwaitedChange(db, orderId)
  const payment = awaited && (await findPayment(db, awaited.paymentId))
  if (!awaited || !payment?.redirectUrl || !isBefore(now, payment.sessionExpiresAt))
    return undefined
  if (payment.amountCents !== shown.surcharge) return undefined
  const bookings = await listBookings(db, orderId)
  if (!bookings.some((one) => one.bookingId === bookingId)) return undefined
  const { before, after } = await readReplacement(db, orderId, awaited.changeId)
  const people = after.passengers
  const isSame =
    before.bookingId === bookingId &&
    after.departureId === to.departureId &&
    after.fromStopId === to.fromStopId &&
    after.toStopId === to.toStopId &&
    after.wheelchairUsers === to.wheelchairUsers &&
    PASSENGER_CATEGORIES.every((category) => people[category] === to.passengers[category])
  return isSame ? payment.redirectUrl : undefined
}
