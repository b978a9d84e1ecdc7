import { expectedAt } from '#modules/dispatch/delay.ts'
import type { Ending } from '#modules/dispatch/ending.ts'
import { findToday, type Today } from '#modules/dispatch/today.server.ts'
import type { PriceLine } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { findAwaitedChange } from '#modules/orders/apply/proposals.server.ts'
import { countRidesAboard } from '#modules/orders/order/aboard.server.ts'
import { bookedTime } from '#modules/orders/order/booked-time.ts'
import type { BookingState } from '#modules/orders/order/booking-state.ts'
import type { ChangeKind } from '#modules/orders/order/change-kinds.ts'
import { headCount } from '#modules/orders/order/party.ts'
import {
  listBookingsEver,
  listProposed,
  priceLinesOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { readStatus, type ReadStatus } from '#modules/orders/order/shown-status.ts'
import { refundUntil } from '#modules/orders/policy/cancellation.ts'
import { mayMiss } from '#modules/orders/policy/missed-bus.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { stopsToday } from '#modules/orders/reads/stops-today.server.ts'
import { findPayment, listPayments } from '#modules/payments/payments.server.ts'
import { beThereAt, correctionEndsAt, wheelchairUntil } from '#modules/rules/deadlines.ts'
import type { RefundTerms } from '#modules/rules/rules.ts'
import { type ReceiptView } from '#modules/tickets/ticket.ts'
import type { TicketStop } from '#modules/tickets/ticket.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import { findManagedOrder, hasLeft, isCompanyCancelled } from './changeable-order.server.ts'
import { nameUntil } from './contact.server.ts'
import { listChanges, listRefunds, moneyLines, type MoneyLine } from './money-lines.server.ts'

/**
 * One ride of an order as its holder sees it (an item of docs/specification.md), with the changes
 * still possible.
 */
export type OrderItem = {
  bookingId: string
  /** The readable id: the reference and the position of the ride. */
  itemId: string
  state: BookingState
  departureId: string
  from: TicketStop
  to: TicketStop
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** The booked departure time, if the bus now leaves at another; otherwise null. */
  retimedFrom: Temporal.Instant | null
  beThereAt: Temporal.Instant
  /** Minutes by which the bus is late at the boarding stop. */
  delayMinutes: number
  /** With its delay. */
  expected: { departsAt: Temporal.Instant; arrivesAt: Temporal.Instant }
  passengers: Passengers
  wheelchairUsers: number
  wheelchairNumber: string | null
  priceLines: PriceLine[]
  totalCents: Cents
  /** Gives access to the valid ticket; null if there is none. */
  ticketId: string | null
  /** The departure was cancelled: another bus or a refund, both free. */
  companyCancelled: boolean
  /** Why its bus does not run; null if it runs. */
  ending: Ending | null
  /** The last moment for a change or a refundable cancellation. */
  refundUntil: Temporal.Instant
  refundTerms: RefundTerms
  can: {
    cancel: boolean
    amend: boolean
    /** Only to another date or time, within the hour of correction. */
    correct: boolean
    miss: boolean
    wheelchair: boolean
    /** The accessibility of these stops is unknown, so the traveller is shown a number to call. */
    askAboutWheelchair: boolean
  }
  wheelchairUntil: Temporal.Instant
}

export type ChangeLine = {
  changeId: string
  kind: ChangeKind
  at: Temporal.Instant
  /** The refund of the change. */
  refund: Cents
}

export type HeldOrder = OrderStory & { status: ReadStatus }

/** Everything that an order shows, for its holder and for staff alike. */
export type OrderStory = {
  manageId: string
  reference: string
  /** Null for a cart, which its holder does not read about. */
  status: ReadStatus | null
  boughtAt: Temporal.Instant
  contactName: string
  contactEmail: string
  /** As E.164; empty if none was given, or it was erased after the journey. */
  contactPhone: string
  nameUntil: Temporal.Instant
  /** The last moment for correcting a date after the notice is over. */
  correctUntil: Temporal.Instant
  /** In the order of travel, including cancelled rides but not replaced ones. */
  items: OrderItem[]
  /** Rides that were replaced: old links with their ids lead to this order. */
  replacedIds: string[]
  money: MoneyLine[]
  documents: ReceiptView[]
  changes: ChangeLine[]
  /** A change that is waiting for its surcharge, and its payment page. */
  awaited: {
    kind: ChangeKind
    surcharge: Cents
    goTo: string | null
    until: Temporal.Instant
    /** The bank has not decided yet, and the change cannot be cancelled meanwhile. */
    isProcessing: boolean
  } | null
}

/** The order with this manage id; undefined for an unknown id, and for a cart. */
export async function findHeldOrder(
  manageId: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<HeldOrder | undefined> {
  const order = await findManagedOrder(manageId)
  if (!order) return undefined
  const { status, ...story } = await tellOrder(order, locale, now)
  return status ? { ...story, status } : undefined
}

/** The same for an order that the caller has found, also for a cart. */
export async function tellOrder(
  order: Order,
  locale: Locale,
  now: Temporal.Instant,
): Promise<OrderStory> {
  const bookings = await listBookingsEver(db, order.orderId)
  const changes = await listChanges(order.orderId)
  const refunds = await listRefunds(order.orderId)
  const payments = await listPayments(db, order.orderId)
  const givenUp = changes.filter(({ kind }) => kind === 'cancelled' || kind === 'company-refunded')
  const hasGivenUp = givenUp.length > 0
  const status = readStatus(order.status, {
    isProcessing: payments.some(({ state }) => state === 'processing'),
    hasGivenUp,
    hasReturned: hasGivenUp
      ? givenUp.some(
          ({ refundCents, portalCents, goodwillCents }) =>
            refundCents > 0 || portalCents > 0 || goodwillCents < 0,
        )
      : refunds.length > 0,
  })
  const shown = bookings.filter(({ state }) => state !== 'replaced')
  const stops = shown.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  const tickets = await listTicketIds(shown)
  const today = await findToday(shown.map(({ departureId }) => departureId))
  const aboard = await countRidesAboard(db, order.orderId)
  const boughtAt = order.confirmedAt ?? order.createdAt
  return {
    manageId: order.manageId,
    reference: order.reference,
    status,
    boughtAt,
    contactName: order.contactName ?? '',
    contactEmail: order.contactEmail ?? '',
    contactPhone: order.contactPhone ?? '',
    nameUntil: nameUntil(
      order,
      shown.filter((booking) => booking.state === 'live' && !hasLeft(booking, now)),
    ),
    correctUntil: correctionEndsAt(boughtAt),
    items: shown.map((booking) => ({
      ...showItem(booking, { order, aboard: aboard.get(booking.position) ?? 0, now }),
      delayMinutes: today.delayAt(booking.departureId, booking.fromPosition),
      expected: expectedTimes(booking, today),
      ...stopsToday({ booking, locale, nameOf, today }),
      ticketId: tickets.get(booking.bookingId) ?? null,
    })),
    replacedIds: bookings
      .filter(({ state }) => state === 'replaced')
      .map(({ bookingId }) => bookingId),
    money: moneyLines({ payments, changes, refunds }),
    documents: await listDocuments(order.orderId, locale),
    changes: changes.map(({ changeId, kind, doneAt, refundCents }) => {
      return { changeId, kind, at: doneAt, refund: cents(refundCents) }
    }),
    awaited: await findAwaited(order),
  }
}

function expectedTimes(booking: Booking, { delayAt }: Today) {
  const { departureId, fromPosition, toPosition, departsAt, arrivesAt } = booking
  return {
    departsAt: expectedAt(departsAt, delayAt(departureId, fromPosition)),
    arrivesAt: expectedAt(arrivesAt, delayAt(departureId, toPosition)),
  }
}

type Around = { order: Order; aboard: number; now: Temporal.Instant }

function showItem(booking: Booking, { order, aboard, now }: Around) {
  const { departsAt, arrivesAt, state, wheelchairUsers, refundTerms } = booking
  const companyCancelled = state === 'live' && isCompanyCancelled(booking)
  const isToCome = order.status === 'confirmed' && state === 'live' && !hasLeft(booking, now)
  const until = refundUntil(booking)
  const hasNotice = isToCome && !isBefore(until, now)
  const hour = correctionEndsAt(order.confirmedAt ?? now)
  const people = headCount(booking.passengers)
  const mayBeMissed = mayMiss({ ...booking, companyCancelled, aboard, people }, now).ok
  const mayAsk = hasNotice && !companyCancelled && wheelchairUsers === 0
  return {
    bookingId: booking.bookingId,
    itemId: `${order.reference}-${booking.position}`,
    state,
    departureId: booking.departureId,
    departsAt,
    arrivesAt,
    retimedFrom: bookedTime(booking),
    beThereAt: beThereAt(departsAt),
    passengers: booking.passengers,
    wheelchairUsers,
    wheelchairNumber: booking.wheelchairNumber,
    priceLines: priceLinesOf(booking),
    totalCents: cents(booking.totalCents),
    companyCancelled,
    ending: companyCancelled ? booking.ending : null,
    refundUntil: until,
    refundTerms,
    can: {
      cancel: isToCome || companyCancelled,
      amend: hasNotice || companyCancelled,
      correct: isToCome && !hasNotice && !booking.corrected && !isBefore(hour, now),
      miss: order.status === 'confirmed' && state === 'live' && mayBeMissed,
      wheelchair: mayAsk && booking.accessible === true,
      askAboutWheelchair: mayAsk && booking.accessible === null,
    },
    wheelchairUntil: wheelchairUntil(departsAt),
  }
}

async function listTicketIds(bookings: readonly Booking[]): Promise<Map<string, string>> {
  if (bookings.length === 0) return new Map()
  const rows = await db
    .selectFrom('tickets')
    .select(['bookingId', 'ticketId'])
    .where(
      'bookingId',
      'in',
      bookings.map(({ bookingId }) => bookingId),
    )
    .where('replacedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ bookingId, ticketId }) => [bookingId, ticketId]))
}

async function findAwaited({ orderId }: Order): Promise<OrderStory['awaited']> {
  const change = await findAwaitedChange(db, orderId)
  const payment = change && (await findPayment(db, change.paymentId))
  const [proposed] = await listProposed(db, orderId)
  if (!change || !payment || !proposed) return null
  const surcharge = cents(payment.amountCents)
  return {
    kind: change.kind,
    surcharge,
    goTo: payment.redirectUrl,
    until: payment.sessionExpiresAt,
    isProcessing: payment.state === 'processing',
  }
}
