import type { NotNull } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { FareTable } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { insertBookings } from '#modules/orders/order/booking-passengers.server.ts'
import type { ChangeKind, ChangeState } from '#modules/orders/order/change-kinds.ts'
import {
  dropBookings,
  listBookings,
  listProposed,
  refundTermColumns,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { newWheelchairNumber } from '#modules/orders/order/wheelchair-number.server.ts'
import { maxHoldUntil } from '#modules/rules/deadlines.ts'
import { releaseSeats } from '#modules/seats/seats.server.ts'
import type { FoundRide } from '#modules/timetable/find-ride.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { isBefore } from '#platform/time.ts'

/*
 * A booking that would take the place of a live one. It stands beside it until `carryOut` swaps
 * them, in the same transaction or, when a surcharge has to be paid first, in the one that settles
 * the payment. Until then nothing of what was bought is touched.
 */

export type Proposal = {
  ride: Omit<FoundRide, 'status' | 'routeId' | 'serviceDate' | 'accessible'>
  passengers: Passengers
  wheelchairUsers: number
  fares: FareTable
  /** The departure from which the notice of 24 hours goes on counting; none: from its own. */
  noticeFrom?: Temporal.Instant | null
  /** The right that each ride has once, and that this change uses up. */
  uses?: 'correction' | 'missing'
}

/**
 * Writes the booking that would take the place of `before`, under the terms that one was sold under:
 * nobody accepts others by changing. What was used up stays so, whatever else is changed. Its seats
 * are the caller's to hold.
 */
export async function propose(tx: Tx, before: Booking, proposal: Proposal): Promise<Booking> {
  const { ride, passengers, wheelchairUsers, fares } = proposal
  const { noticeFrom = null, uses } = proposal
  const bookingId = randomUUID()
  await insertBookings(tx, [
    {
      bookingId,
      orderId: before.orderId,
      position: before.position,
      state: 'proposed',
      departureId: ride.departureId,
      fromStopId: ride.fromStopId,
      toStopId: ride.toStopId,
      fromPosition: ride.fromPosition,
      toPosition: ride.toPosition,
      departsAt: ride.departsAt,
      arrivesAt: ride.arrivesAt,
      passengers,
      fares,
      wheelchairUsers,
      wheelchairNumber:
        wheelchairUsers > 0 ? (before.wheelchairNumber ?? newWheelchairNumber()) : null,
      noticeFrom,
      corrected: before.corrected || uses === 'correction',
      missed: before.missed || uses === 'missing',
      ...refundTermColumns(before.refundTerms),
    },
  ])
  const proposed = await listProposed(tx, before.orderId)
  const booking = proposed.find((one) => one.bookingId === bookingId)
  invariant(booking, 'what was just written is there')
  return booking
}

export type AwaitedChange = {
  changeId: string
  kind: ChangeKind
  state: ChangeState
  paymentId: string
  requestedAt: Temporal.Instant
}

/** The change of an order that waits for its surcharge. */
export function findAwaitedChange(
  tx: Tx | Database,
  orderId: string,
): Promise<AwaitedChange | undefined> {
  return selectChanges(tx)
    .where('orderId', '=', orderId)
    .where('state', '=', 'awaiting-payment')
    .executeTakeFirst()
}

/** The change that this payment is the surcharge of, whether or not it still waits for it. */
export function findChangeOf(
  tx: Tx | Database,
  paymentId: string,
): Promise<AwaitedChange | undefined> {
  return selectChanges(tx).where('paymentId', '=', paymentId).executeTakeFirst()
}

/** For changes that have a surcharge, and so its payment. */
function selectChanges(tx: Tx | Database) {
  return tx
    .selectFrom('changes')
    .select(['changeId', 'kind', 'state', 'paymentId', 'requestedAt'])
    .$narrowType<{ paymentId: NotNull }>()
}

/** What a change that waits for its surcharge would put in the place of what. */
export async function readReplacement(
  tx: Tx | Database,
  orderId: string,
  changeId: string,
): Promise<{ before: Booking; after: Booking }> {
  const { beforeBookingId } = await tx
    .selectFrom('changedBookings')
    .select('beforeBookingId')
    .where('changeId', '=', changeId)
    .executeTakeFirstOrThrow()
  const live = await listBookings(tx, orderId)
  const before = live.find(({ bookingId }) => bookingId === beforeBookingId)
  const [after] = await listProposed(tx, orderId)
  invariant(before && after, 'a change that waits has both its bookings')
  return { before, after }
}

/** The surcharge was not paid: all stays as it was, and the seats kept for it are free again. */
export async function expireChange(
  tx: Tx,
  order: Order,
  { changeId }: Pick<AwaitedChange, 'changeId'>,
): Promise<void> {
  const proposed = await listProposed(tx, order.orderId)
  await tx.deleteFrom('changedBookings').where('changeId', '=', changeId).execute()
  await dropBookings(tx, proposed)
  await tx
    .updateTable('changes')
    .set({ state: 'lapsed' })
    .where('changeId', '=', changeId)
    .execute()
}

/** Its surcharge is still on its way, but seats are not kept for longer than they may be. */
export async function releaseOverdueProposal(
  tx: Tx,
  { orderId }: Order,
  now: Temporal.Instant,
): Promise<void> {
  const change = await findAwaitedChange(tx, orderId)
  if (!change || isBefore(now, maxHoldUntil(change.requestedAt))) return
  const proposed = await listProposed(tx, orderId)
  await releaseSeats(
    tx,
    proposed.map(({ bookingId }) => bookingId),
  )
}
