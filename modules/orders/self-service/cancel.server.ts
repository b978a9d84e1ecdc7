import { priceParty, totalOf } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { applyChange, type Replacement } from '#modules/orders/apply/apply-change.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import { listBookings, type Booking } from '#modules/orders/order/rows.server.ts'
import {
  isForfeited,
  isPartOf,
  settleGivenUp,
  type CancelRefusal,
  type Settlement,
} from '#modules/orders/policy/cancellation.ts'
import { departureIdsOf, lockDepartures } from '#modules/seats/seats.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
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

/** The refund and fee of a cancellation at this moment. Nothing is changed. */
export async function quoteCancellation({
  manageId,
  leaving,
  now,
}: CancelWish): Promise<({ ok: true } & Settlement) | CancelRefusal> {
  const order = await findManagedOrder(manageId)
  if (order?.status !== 'confirmed') return { ok: false, reason: 'no-such-booking' }
  const parts = choose(await listBookings(db, order.orderId), leaving, now)
  return parts.ok ? { ok: true, ...settle(parts.chosen, now) } : parts
}

export type CancelOutcome =
  | ({ ok: true; changeId: string } & Settlement)
  | CancelRefusal
  /** The refund or fee differs from the one shown; nothing was done. */
  | ({ ok: false; reason: 'quote-changed' } & Settlement)

/**
 * Cancels rides, or the seats of some passengers, for whom new tickets are issued without those who
 * leave. The refund must be the one shown: a traveller who saw it before the 24 hours began and
 * confirms afterwards is asked again.
 */
export async function cancel({
  manageId,
  leaving,
  shownRefund,
  now,
}: CancelWish & { shownRefund: Cents }): Promise<CancelOutcome> {
  const found = await findManagedOrder(manageId)
  if (!found) return { ok: false, reason: 'no-such-booking' }
  const ended = await endAwaitedChange(found.orderId, now)
  if (!ended.ok) return ended

  const given = await inTransaction(async (tx) => {
    const changeable = await lockChangeable(tx, found.orderId)
    if (!changeable.ok) return changeable
    const { order, bookings } = changeable
    const parts = choose(bookings, leaving, now)
    if (!parts.ok) return parts
    const money = settle(parts.chosen, now)
    if (money.refund !== shownRefund) {
      return { ok: false, reason: 'quote-changed', ...money } as const
    }
    if (!(await areStillRunning(tx, parts.chosen))) {
      return { ok: false, reason: 'not-running' } as const
    }
    const replacing = await replaceLeaving(tx, parts.chosen, now)
    const done = await applyChange(tx, {
      order,
      kind: 'cancelled',
      by: TRAVELLER,
      replacing,
      money,
      now,
    })
    if (!done.ok) throw new Error(`seats of the booking itself were refused: ${done.reason}`)
    return { ok: true, changeId: done.changeId, ...money } as const
  })
  crashPoint('change:after-commit')
  return given
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

function settle(chosen: readonly Chosen[], now: Temporal.Instant): Settlement {
  return settleGivenUp(
    chosen.map(({ booking, price }) => ({ price, ...partOf(booking) })),
    now,
  )
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
  now: Temporal.Instant,
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
    replacing.push({ before, after, isForfeited: isForfeited(partOf(before), now) })
  }
  return replacing
}
