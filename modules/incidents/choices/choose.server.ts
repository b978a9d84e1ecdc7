import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import { lockAgainstScans } from '#modules/orders/order/aboard.server.ts'
import { listBookings, type Booking } from '#modules/orders/order/rows.server.ts'
import {
  endAwaitedChange,
  isCompanyCancelled,
  lockChangeable,
} from '#modules/orders/self-service/changeable-order.server.ts'
import { findRide } from '#modules/timetable/find-ride.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  findChoice,
  isAway,
  isLeftBehind,
  listOfferIds,
  listOffers,
  recordDecision,
  type Choice,
} from './choices.server.ts'
import { checkPart, isEverybody, refuseScanned, stayOnBus, type At } from './stay.server.ts'
import type { ChoiceOutcome, Wish } from './wish.ts'

/* The choice of a passenger in an incident, pressed as often as they like. */

/**
 * Moves passengers to an offered bus, keeps them on their original bus, or refunds them, without a
 * fee. The same press again changes nothing. Another bus can be chosen instead until the choice ends,
 * a refund until the new bus is certain; a refund is final, since the money is on its way.
 */
export async function choose(wish: Wish): Promise<ChoiceOutcome> {
  const found = await findChoice(db, wish.token)
  if (!found) return { ok: false, reason: 'no-such-booking' }
  const ended = await endAwaitedChange(found.orderId, wish.now)
  if (!ended.ok) return ended
  const outcome = await inTransaction((tx) => chooseLocked(tx, found.orderId, wish))
  crashPoint('incident:after-choice')
  return outcome
}

/** In a transaction of the caller that may lock the order. */
export async function chooseLocked(tx: Tx, orderId: string, wish: Wish): Promise<ChoiceOutcome> {
  const changeable = await lockChangeable(tx, orderId)
  const asked = await findChoice(tx, wish.token)
  if (!asked) return { ok: false, reason: 'no-such-booking' }
  if (asked.state === 'chose-refund') {
    return wish.choice.kind === 'refund' ? { ok: true } : { ok: false, reason: 'refunded-already' }
  }
  if (!changeable.ok) {
    return changeable.reason === 'being-paid'
      ? { ok: false, reason: 'being-paid' }
      : { ok: false, reason: 'no-such-booking' }
  }
  const { order } = changeable
  const bookingId = asked.chosenBookingId ?? asked.bookingId
  // Whoever boards the bus that was sent instead of a broken one keeps the ride.
  if (asked.isBusBroken) await lockAgainstScans(tx, bookingId)
  const bookings = asked.isBusBroken ? await listBookings(tx, orderId) : changeable.bookings
  const booking = bookings.find((one) => one.bookingId === bookingId)
  if (!booking) return { ok: false, reason: 'no-such-booking' }
  if (!isAway(asked) && !isStanding(asked, booking)) return { ok: false, reason: 'runs-after-all' }
  const at = { order, booking, asked, wish }
  const { choice } = wish
  if (choice.kind === 'stay') return stayOnBus(tx, at, choice.travelling)
  return choice.kind === 'refund' ? refundParty(tx, at) : moveParty(tx, at, choice)
}

/** Whether the reason for a choice still stands for passengers who have not changed to another bus. */
export function isStanding(
  choice: Pick<Choice, 'kind' | 'isOpen' | 'state' | 'defaultChoice'>,
  booking: Pick<Booking, 'departureStatus'>,
): boolean {
  if (isLeftBehind(choice)) return true
  return choice.kind === 'not-running' ? isCompanyCancelled(booking) : choice.isOpen
}

/**
 * Until the choice ends; passengers who were moved without an answer until their new bus leaves. Those
 * of a bus that does not run, or has no space for their wheelchair, as long as nothing was chosen.
 */
async function refundParty(tx: Tx, at: At): Promise<ChoiceOutcome> {
  const { order, booking, asked, wish } = at
  const { now } = wish
  if (asked.kind === 'late') return { ok: false, reason: 'no-refund' }
  const isMoved = isAway(asked)
  const until = isMoved && asked.state === 'defaulted' ? booking.departsAt : asked.decideBy
  const lacksSpace = asked.defaultChoice === 'call' && asked.state !== 'stays'
  const mayWait = (asked.kind === 'not-running' || lacksSpace) && !isMoved
  const isAnnounced = wish.by.kind === 'job'
  if (!mayWait && !isAnnounced && !isBefore(now, until)) return { ok: false, reason: 'choice-over' }
  const refused = await refuseThoseAboard(tx, at)
  if (refused) return refused
  const done = await applyChange(tx, {
    order,
    kind: 'company-refunded',
    by: wish.by,
    ...(wish.reason && { reason: wish.reason }),
    replacing: [{ before: booking, after: null }],
    keptHolds: await listOfferIds(tx, asked),
    money: { refund: cents(booking.totalCents), fee: cents(0), forfeited: cents(0) },
    now,
  })
  if (!done.ok) return done
  const state = isAnnounced ? 'defaulted' : 'chose-refund'
  await recordDecision(tx, asked, { state, chosenBookingId: null }, wish)
  return { ok: true }
}

/**
 * Passengers aboard a bus that runs may get off at another stop of it; they are neither refunded nor moved to another
 * bus. Those who were moved may have been counted on the bus that did not run.
 */
async function refuseThoseAboard(tx: Tx, { order, booking, asked }: At) {
  if (isAway(asked)) return refuseScanned(tx, order, booking, booking.departureId)
  return asked.kind === 'not-running' ? undefined : refuseScanned(tx, order, booking)
}

async function moveParty(
  tx: Tx,
  at: At,
  { offerId, travelling }: Extract<Wish['choice'], { kind: 'move' }>,
): Promise<ChoiceOutcome> {
  const { order, booking, asked, wish } = at
  const { by, now } = wish
  const offer = (await listOffers(tx, asked)).find((one) => one.offerId === offerId)
  if (!offer) return { ok: false, reason: 'not-offered' }
  const some = travelling && isEverybody(travelling, booking) ? undefined : travelling
  if (isOn(booking, offer) && !some) return { ok: true }
  const isInTime = isBefore(now, asked.decideBy) && asked.state !== 'defaulted'
  if (!isInTime && by.kind !== 'job') return { ok: false, reason: 'choice-over' }
  // Those who stay behind would be refunded.
  if (some && asked.kind === 'late') return { ok: false, reason: 'no-refund' }
  const party = some ?? booking
  const checked = checkPart(party, booking)
  if (!checked.ok) return checked

  const refused =
    offer.departureId === booking.departureId ? undefined : await refuseThoseAboard(tx, at)
  if (refused) return refused

  const { fares } = booking
  const ride = await findRide(tx, offer)
  if (!ride) return { ok: false, reason: 'no-such-ride' }
  const after = await propose(tx, booking, {
    ride,
    passengers: party.passengers,
    wheelchairUsers: party.wheelchairUsers,
    fares,
    ...((await isSpent(tx, offerId)) ? {} : { bookingId: offerId }),
  })
  const back = cents(booking.totalCents - after.totalCents)
  const done = await applyChange(tx, {
    order,
    kind: 'company-moved',
    by,
    ...(wish.reason && { reason: wish.reason }),
    replacing: [{ before: booking, after }],
    keptHolds: (await listOfferIds(tx, asked)).filter((id) => id !== after.bookingId),
    money: { refund: back, fee: cents(0), forfeited: cents(0) },
    now,
  })
  if (!done.ok) return done
  const state = by.kind === 'job' ? 'defaulted' : 'chose-offer'
  await recordDecision(tx, asked, { state, chosenBookingId: after.bookingId }, wish)
  return { ok: true }
}

/** Whether a booking is for exactly the ride of an offer. */
export function isOn(
  booking: OfferedRide,
  { departureId, fromStopId, toStopId }: OfferedRide,
): boolean {
  return (
    booking.departureId === departureId &&
    booking.fromStopId === fromStopId &&
    booking.toStopId === toStopId
  )
}

type OfferedRide = Pick<Booking, 'departureId' | 'fromStopId' | 'toStopId'>

/** Whether an offer was chosen before, and left again: that booking keeps its id. */
async function isSpent(tx: Tx, offerId: string): Promise<boolean> {
  const booking = tx.selectFrom('bookings').select('bookingId').where('bookingId', '=', offerId)
  return (await booking.executeTakeFirst()) !== undefined
}
