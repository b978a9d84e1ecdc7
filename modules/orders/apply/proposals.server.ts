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
import { writeAhead } from '#platform/write-together.server.ts'

/*
 * A proposal is a booking that would replace a live one. It exists beside the live one until
 * `applyChange` swaps them, either in the same transaction or, if a surcharge has to be paid first,
 * in the transaction that settles the payment. Until then the order stays as it was bought.
 */

export type Proposal = {
  ride: Omit<FoundRide, 'status' | 'routeId' | 'serviceDate' | 'accessible'>
  passengers: Passengers
  wheelchairUsers: number
  fares: FareTable
  /** The edition of the fares; null if they are kept from the ride before. */
  fareEdition?: number | null
  /**
   * The departure from which the notice of 24 hours is still counted; null: from the new departure.
   */
  noticeFrom?: Temporal.Instant | null
  /** Of seats that are held for it already; a new one without it. */
  bookingId?: string
  /** The right that each ride has once, and that this change uses. */
  uses?: 'correction' | 'missing'
}

/**
 * Inserts the booking that would replace `before`, under the terms of the original sale: a change
 * does not accept newer ones. A correction or a missed bus that was already used stays used. The
 * caller holds the seats.
 */
export async function propose(tx: Tx, before: Booking, proposal: Proposal): Promise<Booking> {
  const { ride, passengers, wheelchairUsers, fares } = proposal
  const { noticeFrom = null, fareEdition = null, uses, bookingId = randomUUID() } = proposal
  const rows = insertBookings(tx, [
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
      fareEdition,
      wheelchairUsers,
      wheelchairNumber:
        wheelchairUsers > 0 ? (before.wheelchairNumber ?? newWheelchairNumber()) : null,
      noticeFrom,
      retimings: before.retimings,
      corrected: before.corrected || uses === 'correction',
      missed: before.missed || uses === 'missing',
      ...refundTermColumns(before.refundTerms),
    },
  ])
  await writeAhead(tx, rows)
  const proposed = await listProposed(tx, before.orderId)
  const booking = proposed.find((one) => one.bookingId === bookingId)
  invariant(booking, 'a booking exists once it is inserted')
  return booking
}

export type AwaitedChange = {
  changeId: string
  kind: ChangeKind
  state: ChangeState
  paymentId: string
  requestedAt: Temporal.Instant
}

/** The change of an order that is waiting for its surcharge. */
export function findAwaitedChange(
  tx: Tx | Database,
  orderId: string,
): Promise<AwaitedChange | undefined> {
  return selectChanges(tx)
    .where('orderId', '=', orderId)
    .where('state', '=', 'awaiting-payment')
    .executeTakeFirst()
}

/**
 * The change whose surcharge is this payment, whether or not the change is still waiting for it.
 */
export function findChangeOf(
  tx: Tx | Database,
  paymentId: string,
): Promise<AwaitedChange | undefined> {
  return selectChanges(tx).where('paymentId', '=', paymentId).executeTakeFirst()
}

/** Selects only changes with a surcharge, so `paymentId` is never null. */
function selectChanges(tx: Tx | Database) {
  return tx
    .selectFrom('changes')
    .select(['changeId', 'kind', 'state', 'paymentId', 'requestedAt'])
    .$narrowType<{ paymentId: NotNull }>()
}

/** The live booking and the proposed one of a change that is waiting for its surcharge. */
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

/**
 * Called when the surcharge was not paid: the order stays as it was, and the held seats are
 * released.
 */
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

/**
 * Releases the seats of a proposal that has reached the longest hold, though its surcharge may
 * still arrive.
 */
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
