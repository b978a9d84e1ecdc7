import { priceParty, totalOf } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { applyChange, type Replacement } from '#modules/orders/apply/apply-change.server.ts'
import { limitRefund } from '#modules/orders/apply/goodwill.server.ts'
import {
  checkOverrule,
  findChangedMeanwhile,
  type StaffRefusal,
} from '#modules/orders/apply/overrules.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import type { Overrule, OverruleCode, StaffRequest } from '#modules/orders/order/overrule.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import { listBookings, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import {
  isForfeited,
  isPartOf,
  settleGivenUp,
  type CancelRefusal,
  type OverruledRefund,
  type Settlement,
} from '#modules/orders/policy/cancellation.ts'
import { departureIdsOf, lockDepartures } from '#modules/seats/seats.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  endAwaitedChange,
  findManagedOrder,
  hasLeft,
  isCompanyCancelled,
  lockChangeable,
} from './changeable-order.server.ts'

/** The passengers who stay on a booking; null if the whole ride is cancelled. */
export type Leaving = {
  bookingId: string
  staying: { passengers: Passengers; wheelchairUsers: number } | null
}

type CancelWish = { manageId: string; leaving: readonly Leaving[]; now: Temporal.Instant }

/**
 * The refund and fee of a cancellation at this moment. Nothing is changed. The refund is at most what the
 * cards can still get, and `takenBack` is what the traveller has already, as goodwill or by a refund
 * in the provider's portal.
 */
export async function quoteCancellation({
  manageId,
  leaving,
  now,
}: CancelWish): Promise<({ ok: true; takenBack?: Cents } & Settlement) | CancelRefusal> {
  const order = await findManagedOrder(manageId)
  if (order?.status !== 'confirmed') return { ok: false, reason: 'no-such-booking' }
  const parts = choose(await listBookings(db, order.orderId), leaving, now)
  if (!parts.ok) return parts
  const money = settle(parts.chosen, now)
  const { refund } = await limitRefund(db, order, money.refund)
  const takenBack = cents(money.refund - refund)
  return { ok: true, ...money, refund, ...(takenBack > 0 && { takenBack }) }
}

/** The sums from which staff may choose the refund of a cancellation. Nothing is changed. */
export async function quoteOverruledCancellation({
  manageId,
  leaving,
  now,
}: CancelWish): Promise<({ ok: true } & Bounds) | CancelRefusal> {
  const order = await findManagedOrder(manageId)
  if (order?.status !== 'confirmed') return { ok: false, reason: 'no-such-booking' }
  const parts = choose(await listBookings(db, order.orderId), leaving, now)
  if (!parts.ok) return parts
  return { ok: true, ...(await findBounds(db, order, settle(parts.chosen, now))) }
}

export type CancelOutcome =
  | ({ ok: true; changeId: string } & Settlement)
  | CancelRefusal
  /** The refund or fee differs from the one shown; nothing was done. */
  | ({ ok: false; reason: 'quote-changed' } & Settlement)

/** The sum that staff give instead of the refund by the rules. */
export type OverruledCancellation = Overrule & { give: Cents }

export type StaffCancelRefusal =
  | StaffRefusal
  /** The sum is less than the rules give, or more than the price. */
  | ({ ok: false; reason: 'outside-price' } & Bounds)

/** The bounds of a refund by staff for cancelled seats. */
export type Bounds = { least: Cents; most: Cents }

type CancelPress = CancelWish & { shownRefund: Cents }
type StaffCancelPress = CancelPress & {
  staff: StaffRequest
  overrule?: OverruledCancellation | undefined
}

/**
 * Cancels rides, or the seats of some passengers, for whom new tickets are issued without those who
 * leave. The refund must be the one shown, which is that of the rules: a traveller who saw it before
 * the 24 hours began and confirms afterwards is asked again. Staff may give more, up to the price.
 */
export function cancel(press: CancelPress): Promise<CancelOutcome>
export function cancel(press: StaffCancelPress): Promise<CancelOutcome | StaffCancelRefusal>
export async function cancel(
  press: CancelPress & Partial<StaffCancelPress>,
): Promise<CancelOutcome | StaffCancelRefusal> {
  const { manageId, now } = press
  const found = await findManagedOrder(manageId)
  if (!found) return { ok: false, reason: 'no-such-booking' }
  const ended = await endAwaitedChange(found.orderId, now)
  if (!ended.ok) return ended

  const given = await inTransaction((tx) => cancelLocked(tx, found.orderId, press))
  crashPoint('change:after-commit')
  return given
}

async function cancelLocked(
  tx: Tx,
  orderId: string,
  { leaving, shownRefund, staff, overrule, now }: CancelPress & Partial<StaffCancelPress>,
): Promise<CancelOutcome | StaffCancelRefusal> {
  const changeable = await lockChangeable(tx, orderId)
  if (!changeable.ok) return changeable
  const { order, bookings } = changeable
  const newer = staff && (await findChangedMeanwhile(tx, orderId, staff))
  if (newer) return newer
  const parts = choose(bookings, leaving, now)
  if (!parts.ok) return parts
  const byRule = settle(parts.chosen, now)
  const limited = await limitRefund(tx, order, byRule.refund)
  if (limited.refund !== shownRefund) {
    return { ok: false, reason: 'quote-changed', ...byRule, refund: limited.refund }
  }
  const settled = await settleFor(tx, order, { parts: parts.chosen, byRule, staff, overrule, now })
  if (!settled.ok) return settled
  const { money, overruled } = settled
  if (!(await areStillRunning(tx, parts.chosen))) return { ok: false, reason: 'not-running' }
  const replacing = await replaceLeaving(tx, parts.chosen, { money, now })
  const { refund } = await limitRefund(tx, order, money.refund)
  const done = await applyChange(tx, {
    order,
    kind: 'cancelled',
    by: staff?.by ?? TRAVELLER,
    ...(staff?.reason && { reason: staff.reason }),
    replacing,
    money,
    overruled,
    now,
  })
  if (!done.ok) throw new Error(`seats of the booking itself were refused: ${done.reason}`)
  return { ok: true, changeId: done.changeId, ...money, refund }
}

type Settling = {
  parts: readonly Chosen[]
  byRule: Settlement
  staff: StaffRequest | undefined
  overrule: OverruledCancellation | undefined
  now: Temporal.Instant
}

/** The money of a cancellation: by the rules, or the sum that staff give against them. */
async function settleFor(
  tx: Tx,
  order: Order,
  { parts, byRule, staff, overrule, now }: Settling,
): Promise<
  | { ok: true; money: Settlement; overruled?: { code: OverruleCode; waived: Cents } }
  | StaffCancelRefusal
> {
  if (!staff || !overrule) return { ok: true, money: byRule }
  const { code, give } = overrule
  const { least, most } = await findBounds(tx, order, byRule)
  if (give < least || give > most) return { ok: false, reason: 'outside-price', least, most }
  const waived = cents(give - least)
  const allowed = await checkOverrule(tx, order.orderId, { ...staff, overrule, waived, now })
  if (!allowed.ok) return allowed
  const money = settle(parts, now, { overrule: code, give: cents(byRule.refund + waived) })
  return { ok: true, money, overruled: { code, waived } }
}

/** The refund by the rules, and the whole price; neither exceeds what the cards have paid. */
async function findBounds(
  tx: Tx | Database,
  order: Order,
  { refund, fee, forfeited }: Settlement,
): Promise<Bounds> {
  const least = await limitRefund(tx, order, refund)
  const most = await limitRefund(tx, order, cents(refund + fee + forfeited))
  return { least: least.refund, most: most.refund }
}

type Chosen = Leaving & { booking: Booking; price: Cents }

function choose(
  bookings: readonly Booking[],
  leaving: readonly Leaving[],
  now: Temporal.Instant,
): { ok: true; chosen: Chosen[] } | CancelRefusal {
  const chosen: Chosen[] = []
  for (const { bookingId, staying } of leaving) {
    const booking = bookings.find((one) => one.bookingId === bookingId)
    if (!booking) return { ok: false, reason: 'no-such-booking' }
    if (hasLeft(booking, now) && !isCompanyCancelled(booking)) {
      return { ok: false, reason: 'departed' }
    }
    const all = booking.passengers
    if (staying) {
      if (booking.departureStatus !== 'planned') return { ok: false, reason: 'not-running' }
      if (!isPartOf(staying.passengers, all)) return { ok: false, reason: 'not-so-many' }
      const party = checkParty(staying.passengers, staying.wheelchairUsers)
      if (!party.ok) return party
    }
    const after = staying ? totalOf(priceParty(booking.fares, staying.passengers)) : 0
    const isSame = staying && isPartOf(all, staying.passengers)
    if (!isSame)
      chosen.push({ bookingId, staying, booking, price: cents(booking.totalCents - after) })
  }
  if (chosen.length === 0) return { ok: false, reason: 'nothing-chosen' }
  return { ok: true, chosen }
}

function settle(
  chosen: readonly Chosen[],
  now: Temporal.Instant,
  overruled?: OverruledRefund,
): Settlement {
  const parts = chosen.map(({ booking, price }) => ({ price, ...partOf(booking) }))
  return settleGivenUp(parts, now, overruled)
}

function partOf(booking: Booking) {
  const { departsAt, noticeFrom, refundTerms } = booking
  return { departsAt, noticeFrom, refundTerms, companyCancelled: isCompanyCancelled(booking) }
}

/**
 * Whether the departures with staying passengers still run. They are locked before the first write:
 * the company may cancel one after it was read, and an import locks all departures by id
 * (`lockSeveral`).
 */
async function areStillRunning(tx: Tx, chosen: readonly Chosen[]): Promise<boolean> {
  const staying = chosen.filter((one) => one.staying)
  if (staying.length === 0) return true
  const departureIds = departureIdsOf(staying.map(({ booking }) => booking))
  const departures = await lockDepartures(tx, departureIds)
  return [...departures.values()].every(({ status }) => status === 'planned')
}

/**
 * Staying passengers keep the same bus, fares and deadlines, under a new ticket with their number.
 */
async function replaceLeaving(
  tx: Tx,
  chosen: readonly Chosen[],
  { money, now }: { money: Settlement; now: Temporal.Instant },
): Promise<Replacement[]> {
  const replacing: Replacement[] = []
  for (const { booking: before, staying } of chosen) {
    const after = staying
      ? await propose(tx, before, {
          ...staying,
          ride: before,
          fares: before.fares,
          noticeFrom: before.noticeFrom,
        })
      : null
    const isKept = money.forfeited > 0 && isForfeited(partOf(before), now)
    replacing.push({ before, after, isForfeited: isKept })
  }
  return replacing
}
