import { expectedAt } from '#modules/dispatch/delay.ts'
import { findDelays } from '#modules/dispatch/delays.server.ts'
import type { Ending } from '#modules/dispatch/ending.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { passengerRows, passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import { endingForHolder } from '#modules/orders/order/rows.server.ts'
import { readStatus, type ReadStatus } from '#modules/orders/order/shown-status.ts'
import { beThereAt } from '#modules/rules/deadlines.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { isBefore } from '#platform/time.ts'

import { statusFacts, type StatusFactColumns } from './status-facts.server.ts'

export type BoughtOrder = {
  /** Gives access to the order. */
  manageId: string
  reference: string
  status: ReadStatus
  /** The last attempt to pay; null for an order with nothing to pay. */
  paymentId: string | null
  /** In the order of travel. */
  rides: BoughtRide[]
}

export type BoughtRide = {
  bookingId: string
  from: StopName
  to: StopName
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  beThereAt: Temporal.Instant
  passengers: Passengers
  /** The bus has arrived; until then passengers on it still need the ticket. */
  isOver: boolean
  /** The ride was cancelled. A replaced ride is not listed, only its replacement. */
  isCancelled: boolean
  /**
   * Why its bus does not run, so that the holder can choose another one or a refund; null if it
   * runs.
   */
  ending: Ending | null
  /** Opens the valid ticket; null when there is none. */
  ticketId: string | null
}

/**
 * `upcoming`: orders with a ride that is not over, the next one first. `earlier`: the others, the
 * latest first.
 */
export type MyBookings = { upcoming: BoughtOrder[]; earlier: BoughtOrder[] }

/** The most orders listed; older ones open by the links in their mails. */
const MAX_ORDERS = 50

/** The key of a browser, and the account logged in there. */
export type Buyer = { visitor?: string | undefined; accountId?: string | undefined }

/**
 * Orders bought, or tried to buy, in this browser or under this account, including those refunded
 * or under review. Carts are not listed.
 */
export async function findMyBookings(
  buyer: Buyer,
  locale: Locale,
  now: Temporal.Instant,
): Promise<MyBookings> {
  const rows = await listOrders(buyer)
  const rides = await listRides(
    rows.map(({ orderId }) => orderId),
    { locale, now },
  )
  const orders = rows.flatMap(({ orderId, ...row }) => {
    const status = readStatus(row.status, row)
    if (!status || status === 'awaiting-payment') return []
    const { reference, paymentId, manageId } = row
    return { manageId, reference, status, paymentId, rides: rides.get(orderId) ?? [] }
  })
  return {
    upcoming: orders
      .filter(isAhead)
      .toSorted((one, other) => compare(nextRide(one), nextRide(other))),
    earlier: orders
      .filter((order) => !isAhead(order))
      .toSorted((one, other) => compare(other.rides.at(-1), one.rides.at(-1))),
  }
}

/** Whether a ride of the order is still to come. */
function isAhead(order: BoughtOrder): boolean {
  return order.status !== 'refunded' && nextRide(order) !== undefined
}

function nextRide({ rides }: BoughtOrder): BoughtRide | undefined {
  return rides.find(({ isOver, isCancelled }) => !isOver && !isCancelled)
}

function compare(one: BoughtRide | undefined, other: BoughtRide | undefined): number {
  if (!one || !other) return 0
  return Temporal.Instant.compare(one.departsAt, other.departsAt)
}

function listOrders({ visitor, accountId }: Buyer) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'reference', 'status', 'manageId'])
    .select((order) =>
      order
        .selectFrom('payments')
        .whereRef('payments.payableId', '=', 'orders.orderId')
        .select('paymentId')
        .orderBy('createdAt', 'desc')
        .limit(1)
        .as('paymentId'),
    )
    .select(statusFacts)
    .where((order) =>
      order.or([
        ...(visitor ? [order('visitor', '=', visitor)] : []),
        ...(accountId ? [order('accountId', '=', accountId)] : []),
      ]),
    )
    .where('status', '<>', 'cart')
    .where((order) =>
      order.or([
        order('status', '<>', 'expired'),
        order.exists(
          order
            .selectFrom('payments')
            .select('paymentId')
            .whereRef('payments.payableId', '=', 'orders.orderId')
            .where('capturedCents', '>', 0),
        ),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .limit(MAX_ORDERS)
    .$narrowType<StatusFactColumns>()
    .execute()
}

/** The rides of these orders, in the order of travel. */
async function listRides(
  orderIds: readonly string[],
  { locale, now }: { locale: Locale; now: Temporal.Instant },
): Promise<Map<string, BoughtRide[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.bookingId', '=', 'bookings.bookingId').on('replacedAt', 'is', null),
    )
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .selectAll('bookings')
    .select(['ticketId', endingForHolder.as('ending'), passengerRows])
    .where('orderId', 'in', orderIds)
    .where('state', 'in', ['live', 'cancelled'])
    .orderBy('departsAt')
    .orderBy('position')
    .execute()
  const stops = rows.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  const delayAt = await findDelays(rows.map(({ departureId }) => departureId))
  const rides = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...rides].map(([orderId, booked]) => [orderId, booked.map(showRide)]))

  function showRide(row: (typeof rows)[number]): BoughtRide {
    const { bookingId, fromStopId, toStopId, departsAt, arrivesAt, ticketId } = row
    const late = delayAt(row.departureId, row.toPosition)
    return {
      bookingId,
      from: nameOf(fromStopId),
      to: nameOf(toStopId),
      departsAt,
      arrivesAt,
      beThereAt: beThereAt(departsAt),
      passengers: passengersOf(row.passengerRows),
      isOver: !isBefore(now, expectedAt(arrivesAt, late)),
      isCancelled: row.state === 'cancelled',
      ending: row.state === 'live' ? row.ending : null,
      ticketId,
    }
  }
}
