import type { FareTable } from '#modules/fares/fares.ts'
import { findFares } from '#modules/fares/find-fares.server.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { limitRefund } from '#modules/orders/apply/goodwill.server.ts'
import {
  checkOverrule,
  findChangedMeanwhile,
  type StaffRefusal,
} from '#modules/orders/apply/overrules.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import { countRidesAboard, lockAgainstScans } from '#modules/orders/order/aboard.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import type { Overrule, StaffRequest } from '#modules/orders/order/overrule.ts'
import { checkParty, headCount, placesFor } from '#modules/orders/order/party.ts'
import { listBookings, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import { refuseAboard } from '#modules/orders/policy/aboard.ts'
import {
  areFewer,
  mayAmend,
  priceAmendment,
  type AmendmentKind,
  type AmendmentPrice,
  type AmendRefusal,
  type RideNow,
} from '#modules/orders/policy/amendment.ts'
import { refundUntil } from '#modules/orders/policy/cancellation.ts'
import type { Closing } from '#modules/rules/deadlines.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { quoteHold } from '#modules/seats/seats.server.ts'
import { findRide, type FoundRide } from '#modules/timetable/find-ride.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  endAwaitedChange,
  findManagedOrder,
  isCompanyCancelled,
  lockChangeable,
} from './changeable-order.server.ts'
import { findSamePage, openSurchargePage, proposeForPayment } from './surcharge.server.ts'

export type Amendment = {
  manageId: string
  bookingId: string
  /** Any departure, stops and party on sale, with at least as many people as now. */
  to: RideWish
  /** Staff allow it although a deadline is over, or ask for no surcharge. */
  overrule?: OverruledAmendment | undefined
  now: Temporal.Instant
}

export type OverruledAmendment = Overrule & { waivesSurcharge: boolean }

export type AmendmentQuote = {
  kind: AmendmentKind
  before: Cents
  after: Cents
  /** Must be paid before the change is applied. */
  surcharge: Cents
  /** Refunded without a fee. */
  refund: Cents
  /** The surcharge that staff do not ask for. */
  goodwill: Cents
  /** The sum beyond the rules: the refund of a late change, and a waived surcharge. */
  waived: Cents
  ride: FoundRide
  /** The last moment for a refundable cancellation of the new ride; it may have passed. */
  refundUntil: Temporal.Instant
  /** The terms of the original sale, which a change keeps. */
  refundTerms: RefundTerms
}

/** The surcharge or refund of a change at this moment. Nothing is changed or held. */
export async function quoteAmendment(
  amendment: Amendment,
): Promise<({ ok: true } & AmendmentQuote) | AmendRefusal> {
  const order = await findManagedOrder(amendment.manageId)
  if (order?.status !== 'confirmed') return { ok: false, reason: 'no-such-booking' }
  const quoted = await quote(db, order, await listBookings(db, order.orderId), amendment)
  if (!quoted.ok) return quoted
  const { kind, ride, price, waived, refundUntil: until, refundTerms } = quoted
  return { ok: true, kind, ride, ...price, waived, refundUntil: until, refundTerms }
}

export type AmendOutcome =
  /** Done; or, with a surcharge, the payment page. */
  | { ok: true; changeId: string }
  | { ok: true; goTo: string }
  | AmendRefusal
  | { ok: false; reason: 'quote-changed'; surcharge: Cents; refund: Cents }

type AmendPress = Amendment & {
  shown: { surcharge: Cents; refund: Cents }
  locale: Locale
  origin: string
  /** The visitor's network, as a keyed hash: seats that wait for a surcharge count as unpaid. */
  heldBy?: string | undefined
}
type StaffAmendPress = AmendPress & { staff: StaffRequest }

/**
 * Changes a ride. The new seats are taken while the old ones are kept, and both are swapped
 * together: here, or where the payment of the surcharge settles. An unpaid surcharge changes
 * nothing. If staff ask for a surcharge, the holder receives a mail with the link to pay it.
 */
export function amend(wish: AmendPress): Promise<AmendOutcome>
export function amend(wish: StaffAmendPress): Promise<AmendOutcome | StaffRefusal>
export async function amend(
  wish: AmendPress & Partial<StaffAmendPress>,
): Promise<AmendOutcome | StaffRefusal> {
  const found = await findManagedOrder(wish.manageId)
  if (!found) return { ok: false, reason: 'no-such-booking' }
  // Staff may waive the surcharge of that page, and are told of whatever has changed meanwhile.
  const goTo = wish.staff ? undefined : await findSamePage(found.orderId, wish)
  if (goTo) return { ok: true, goTo }
  const ended = await endAwaitedChange(found.orderId, wish.now)
  if (!ended.ok) return ended

  const done = await inTransaction((tx) => amendLocked(tx, found.orderId, wish))
  crashPoint('change:after-commit')
  if (!done.ok || 'changeId' in done) return done
  return openSurchargePage(done.pending, wish)
}

async function amendLocked(tx: Tx, orderId: string, wish: AmendPress & Partial<StaffAmendPress>) {
  const { now, to, heldBy, staff, overrule } = wish
  const changeable = await lockChangeable(tx, orderId)
  if (!changeable.ok) return changeable
  const { order, bookings } = changeable
  const newer = staff && (await findChangedMeanwhile(tx, orderId, staff))
  if (newer) return newer
  await lockAgainstScans(tx, wish.bookingId)
  const quoted = await quote(tx, order, bookings, wish)
  if (!quoted.ok) return quoted
  const { before, ride, fares, fareEdition, kind, price, waived } = quoted
  const { surcharge, refund, goodwill } = price
  if (surcharge !== wish.shown.surcharge || refund !== wish.shown.refund) {
    return { ok: false, reason: 'quote-changed', surcharge, refund } as const
  }
  if (staff && overrule) {
    const allowed = await checkOverrule(tx, orderId, { ...staff, overrule, waived, now })
    if (!allowed.ok) return allowed
  }
  const act = {
    order,
    kind,
    by: staff?.by ?? TRAVELLER,
    ...(staff?.reason && { reason: staff.reason }),
    overruled: overrule && { code: overrule.code, waived },
    now,
  }
  const after = await propose(tx, before, {
    ride,
    fares,
    fareEdition,
    passengers: to.passengers,
    wheelchairUsers: to.wheelchairUsers,
    noticeFrom: quoted.noticeFrom,
    ...(kind === 'corrected' && { uses: 'correction' }),
  })
  if (surcharge > 0) {
    const closing = closingFor(kind, overrule)
    const pending = await proposeForPayment(tx, {
      ...act,
      before,
      after,
      surcharge,
      closing,
      heldBy,
    })
    return pending.ok ? ({ ok: true, pending } as const) : pending
  }
  const money = { refund: quoted.fullRefund, fee: cents(0), forfeited: cents(0), goodwill }
  return applyChange(tx, { ...act, replacing: [{ before, after }], money })
}

type Quoted = {
  ok: true
  before: Booking
  ride: FoundRide
  fares: FareTable
  /** Null if the fares are kept from the ride before. */
  fareEdition: number | null
  kind: AmendmentKind
  price: AmendmentPrice
  /** The refund without the limit that earlier goodwill sets: see `limitRefund`. */
  fullRefund: Cents
  waived: Cents
  noticeFrom: Temporal.Instant | null
  refundUntil: Temporal.Instant
  refundTerms: RefundTerms
}

async function quote(
  tx: Tx | Database,
  order: Order,
  bookings: readonly Booking[],
  { bookingId, to, overrule, now }: Amendment,
): Promise<Quoted | AmendRefusal> {
  const before = bookings.find((one) => one.bookingId === bookingId)
  if (!before) return { ok: false, reason: 'no-such-booking' }
  const party = checkParty(to.passengers, to.wheelchairUsers)
  if (!party.ok) return party
  const rideNow = asRideNow(order, before)
  const byRule = mayAmend(rideNow, to, now)
  const allowed = mayAmend(rideNow, to, now, overrule?.code)
  if (!allowed.ok) return allowed
  const { kind } = allowed
  const aboard = kind === 'corrected' && !overrule && (await findAboard(tx, order, before))
  if (aboard) return aboard

  const ride = await findRide(tx, to)
  if (!ride) return { ok: false, reason: 'no-such-ride' }
  const regular = await findFares(tx, ride)
  if (!regular) return { ok: false, reason: 'no-fare' }
  if (areFewer(rideNow.passengers, to.passengers, regular.fares)) {
    return { ok: false, reason: 'fewer-passengers' }
  }
  const seats = await quoteSeats(tx, before, { ride, to, now, kind, overrule })
  if (!seats.ok) return seats
  const waiver = overrule?.waivesSurcharge ? overrule.code : undefined
  const { fares, ...full } = priceAmendment(rideNow, to, {
    kind,
    fares: regular.fares,
    waiver,
  })
  const fareEdition = fares === regular.fares ? regular.fareEdition : null
  const { refund } = await limitRefund(tx, order, full.refund)
  const waived = cents(full.goodwill + (byRule.ok ? 0 : refund))
  const { refundTerms } = rideNow
  const { departsAt } = ride
  const noticeFrom = noticeAfter(before, { isLate: kind === 'corrected' || !byRule.ok })
  const until = refundUntil({ departsAt, noticeFrom, refundTerms })
  const price = { ...full, refund }
  const money = { price, fullRefund: full.refund, waived }
  return {
    ok: true,
    before,
    ride,
    fares,
    fareEdition,
    kind,
    ...money,
    noticeFrom,
    refundUntil: until,
    refundTerms,
  }
}

/** A date is corrected until the bus leaves, and people step aboard before: their ticket is used. */
async function findAboard(
  tx: Tx | Database,
  { orderId }: Order,
  { position, passengers }: Booking,
) {
  const aboard = (await countRidesAboard(tx, orderId)).get(position) ?? 0
  return refuseAboard({ aboard, people: headCount(passengers) })
}

/**
 * A ride that is changed after its notice keeps the notice of the original departure, so that a late
 * correction or an overrule gains none.
 */
function noticeAfter(before: Booking, { isLate }: { isLate: boolean }): Temporal.Instant | null {
  return isLate ? (before.noticeFrom ?? before.departsAt) : null
}

type Wanted = {
  ride: FoundRide
  to: RideWish
  now: Temporal.Instant
  kind: AmendmentKind
  overrule: OverruledAmendment | undefined
}

/**
 * Seats on the new bus follow the normal sale rules, except that a passenger moved by the company
 * may take them until boarding closes, and one whom staff move until the bus leaves. Staff also
 * overrule the notice of a wheelchair space.
 */
function quoteSeats(tx: Tx | Database, before: Booking, { ride, to, now, kind, overrule }: Wanted) {
  const { departureId, fromPosition, toPosition, departsAt, accessible } = ride
  const wanted = {
    bookingId: before.bookingId,
    departureId,
    ride: { fromPosition, toPosition },
    boardsAt: departsAt,
    accessible,
    places: placesFor(to.passengers, to.wheelchairUsers),
    wheelchairGranted:
      overrule !== undefined ||
      kind === 'company-moved' ||
      (departureId === before.departureId && to.wheelchairUsers <= before.wheelchairUsers),
  }
  return quoteHold(tx, { rides: [wanted], closing: closingFor(kind, overrule), now })
}

function closingFor(kind: AmendmentKind, overrule: OverruledAmendment | undefined): Closing {
  if (overrule) return 'for-ticket-holders'
  return kind === 'company-moved' ? 'for-holders' : 'for-buyers'
}

function asRideNow(order: Order, booking: Booking): RideNow {
  const { fromStopId, toStopId, departureId, departsAt, noticeFrom: from, refundTerms } = booking
  return {
    fromStopId,
    toStopId,
    departureId,
    departsAt,
    noticeFrom: from,
    refundTerms,
    passengers: booking.passengers,
    wheelchairUsers: booking.wheelchairUsers,
    corrected: booking.corrected,
    companyCancelled: isCompanyCancelled(booking),
    boughtAt: order.confirmedAt ?? order.createdAt,
    fares: booking.fares,
  }
}
