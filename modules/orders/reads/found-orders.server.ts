import { sql } from 'kysely'

import type { Passengers } from '#modules/fares/passengers.ts'
import { passengerRows, passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import type { BookingState } from '#modules/orders/order/booking-state.ts'
import { readStatus, type ReadStatus } from '#modules/orders/order/shown-status.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'

import type { FoundBy } from './search-query.ts'
import { statusFacts, type StatusFactColumns } from './status-facts.server.ts'

/** An order that was found, its journey nearest in time, and the reading that found it. */
export type Hit = { orderId: string; bookingId: string | null; by: FoundBy }

export type FoundOrder = {
  reference: string
  /** Empty if nobody has given a name, or the person was erased. */
  name: string
  /** Sold at the door of the bus: nobody was asked for a name. */
  isWalkUp: boolean
  /** Null for a cart, which nobody has tried to pay. */
  status: ReadStatus | null
  /** Charged, less what was refunded. */
  paid: Cents
  by: FoundBy
  /** The journey nearest in time; null if all were replaced or removed. */
  journey: {
    from: StopName
    to: StopName
    departsAt: Temporal.Instant
    passengers: Passengers
    state: BookingState
  } | null
}

/** The rows of a list of found orders, in the order of the hits. */
export async function describeFound(hits: readonly Hit[], locale: Locale): Promise<FoundOrder[]> {
  if (hits.length === 0) return []
  const orders = await listOrders(hits.map(({ orderId }) => orderId))
  const journeys = await listJourneys(hits.flatMap(({ bookingId }) => bookingId ?? []))
  const stops = journeys.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  return hits.flatMap(({ orderId, bookingId, by }) => {
    const order = orders.find((one) => one.orderId === orderId)
    if (!order) return []
    const journey = journeys.find((one) => one.bookingId === bookingId)
    const { reference, channel, contactName, paidCents } = order
    return {
      reference,
      name: contactName ?? '',
      isWalkUp: channel === 'on-board',
      status: readStatus(order.status, order),
      paid: cents(paidCents),
      by,
      journey: journey
        ? {
            from: nameOf(journey.fromStopId),
            to: nameOf(journey.toStopId),
            departsAt: journey.departsAt,
            passengers: passengersOf(journey.passengerRows),
            state: journey.state,
          }
        : null,
    }
  })
}

const PAID = sql<number>`(
  select coalesce(sum(captured_cents - refunded_cents), 0) from payments
  where payable_id = orders.order_id)`.as('paidCents')

function listOrders(orderIds: readonly string[]) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'reference', 'status', 'channel', 'contactName'])
    .select(statusFacts)
    .select(PAID)
    .where('orderId', 'in', orderIds)
    .$narrowType<StatusFactColumns>()
    .execute()
}

async function listJourneys(bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return []
  return db
    .selectFrom('bookings')
    .select(['bookingId', 'fromStopId', 'toStopId', 'departsAt', 'state', passengerRows])
    .where('bookingId', 'in', bookingIds)
    .execute()
}
