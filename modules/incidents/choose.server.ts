import type { Passengers } from '#modules/fares/passengers.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import type { Booking, Order } from '#modules/orders/order/rows.server.ts'
import { isPartOf, type ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import {
  endAwaitedChange,
  isCompanyCancelled,
  lockChangeable,
} from '#modules/orders/self-service/changeable-order.server.ts'
import { releaseSeats } from '#modules/seats/seats.server.ts'
import type { HoldRefusal } from '#modules/seats/seats.ts'
import { findRide } from '#modules/timetable/find-ride.server.ts'
import type { Actor } from '#platform/actor.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { findChoice, listOffers, recordDecision, type Choice } from './choices.server.ts'

/* The choice of a passenger in an incident, pressed as often as they like. */

/** The passengers who travel, if some of a group take the refund. */
export type Travelling = { passengers: Passengers; wheelchairUsers: number }

export type Wish = {
  token: string
  choice:
    | { kind: 'move'; offerId: string; travelling?: Travelling | undefined }
    | { kind: 'refund' }
    | { kind: 'stay' }
  by: Actor
  reason?: string
  now: Temporal.Instant
}

export type ChoiceRefusal =
  | Extract<ChangeRefusal, { reason: 'no-such-booking' | 'being-paid' }>
  /** The seats are no longer kept; without an answer, that was done which was announced. */
  | { ok: false; reason: 'choice-over' }
  /** The bus runs as planned for these passengers: there is nothing to choose any more. */
  | { ok: false; reason: 'runs-after-all' }
  /** Their seats are needed, or there is no bus to stay on. */
  | { ok: false; reason: 'cannot-stay' }
  /** The money is on its way: seats can be booked, but not given back for it. */
  | { ok: false; reason: 'refunded-already' }
  /** The bus runs, and the terms refund no delay. */
  | { ok: false; reason: 'no-refund' }
  /** Fewer than nobody, or more than the booking has. */
  | { ok: false; reason: 'not-so-many' }
  | PartyRefusal
  | HoldRefusal

export type ChoiceOutcome = { ok: true } | ChoiceRefusal

/**
 * Moves passengers to an offered bus, or refunds them, without a fee. The same press again changes
 * nothing. Another bus can be chosen instead until the choice ends, a refund until the new bus is
 * certain; a refund is final, since the money is on its way.
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
  const { order, bookings } = changeable
  const bookingId = asked.chosenBookingId ?? asked.bookingId
  const booking = bookings.find((one) => one.bookingId === bookingId)
  if (!booking) return { ok: false, reason: 'no-such-booking' }
  if (asked.chosenBookingId === null && !isStanding(asked, booking)) {
    return { ok: false, reason: 'runs-after-all' }
  }
  const at = { order, booking, asked, wish }
  if (wish.choice.kind === 'stay') return stay(tx, at)
  return wish.choice.kind === 'refund' ? refundParty(tx, at) : moveParty(tx, at, wish.choice)
}

/** Whether the reason for a choice still stands for passengers who have not left their bus. */
export function isStanding(
  { kind, isOpen }: Pick<Choice, 'kind' | 'isOpen'>,
  booking: Pick<Booking, 'departureStatus'>,
): boolean {
  return kind === 'not-running' ? isCompanyCancelled(booking) : isOpen
}

/** Keeps the seats on a bus that runs, and lets those go that were kept on others. */
async function stay(tx: Tx, { asked, wish }: At): Promise<ChoiceOutcome> {
  if (asked.state === 'stays') return { ok: true }
  if (asked.defaultChoice !== 'stay' || asked.chosenBookingId !== null) {
    return { ok: false, reason: 'cannot-stay' }
  }
  const offers = await listOffers(tx, asked)
  await releaseSeats(
    tx,
    offers.map(({ offerId }) => offerId),
  )
  await recordDecision(tx, asked, { state: 'stays', chosenBookingId: null }, wish)
  return { ok: true }
}

type At = { order: Order; booking: Booking; asked: Choice; wish: Wish }

/**
 * Until the choice ends; passengers who were moved without an answer until their new bus leaves. Those
 * of a bus that does not run as long as nothing was chosen.
 */
async function refundParty(tx: Tx, { order, booking, asked, wish }: At): Promise<ChoiceOutcome> {
  const { now } = wish
  if (asked.kind === 'late') return { ok: false, reason: 'no-refund' }
  const isMoved = asked.chosenBookingId !== null
  const until = isMoved && asked.state === 'defaulted' ? booking.departsAt : asked.decideBy
  const mayWait = asked.kind === 'not-running' && !isMoved
  const isAnnounced = wish.by.kind === 'job'
  if (!mayWait && !isAnnounced && !isBefore(now, until)) return { ok: false, reason: 'choice-over' }
  const done = await applyChange(tx, {
    order,
    kind: 'company-refunded',
    by: wish.by,
    ...(wish.reason && { reason: wish.reason }),
    replacing: [{ before: booking, after: null }],
    keptHolds: (await listOffers(tx, asked)).map(({ offerId }) => offerId),
    money: { refund: cents(booking.totalCents), fee: cents(0), forfeited: cents(0) },
    now,
  })
  if (!done.ok) return done
  const state = isAnnounced ? 'defaulted' : 'chose-refund'
  await recordDecision(tx, asked, { state, chosenBookingId: null }, wish)
  return { ok: true }
}

async function moveParty(
  tx: Tx,
  { order, booking, asked, wish }: At,
  { offerId, travelling }: Extract<Wish['choice'], { kind: 'move' }>,
): Promise<ChoiceOutcome> {
  const { by, now } = wish
  const offers = await listOffers(tx, asked)
  const offer = offers.find((one) => one.offerId === offerId)
  if (!offer) return { ok: false, reason: 'no-such-booking' }
  const some = travelling && isEverybody(travelling, booking) ? undefined : travelling
  if (isOn(booking, offer) && !some) return { ok: true }
  const isInTime = isBefore(now, asked.decideBy) && asked.state !== 'defaulted'
  if (!isInTime && by.kind !== 'job') return { ok: false, reason: 'choice-over' }
  // Those who stay behind would be refunded.
  if (some && asked.kind === 'late') return { ok: false, reason: 'no-refund' }
  const party = some ?? booking
  if (!isPartOf(party.passengers, booking.passengers)) return { ok: false, reason: 'not-so-many' }
  if (party.wheelchairUsers > booking.wheelchairUsers) return { ok: false, reason: 'not-so-many' }
  const checked = checkParty(party.passengers, party.wheelchairUsers)
  if (!checked.ok) return checked

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
    keptHolds: offers.flatMap((one) => (one.offerId === after.bookingId ? [] : [one.offerId])),
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

function isEverybody(travelling: Travelling, { passengers, wheelchairUsers }: Booking): boolean {
  const { passengers: some, wheelchairUsers: users } = travelling
  return isPartOf(passengers, some) && isPartOf(some, passengers) && users === wheelchairUsers
}

/** Whether an offer was chosen before, and left again: that booking keeps its id. */
async function isSpent(tx: Tx, offerId: string): Promise<boolean> {
  const booking = tx.selectFrom('bookings').select('bookingId').where('bookingId', '=', offerId)
  return (await booking.executeTakeFirst()) !== undefined
}
