import { findAwaitedChange, readReplacement } from '#modules/orders/apply/proposals.server.ts'
import { listReturns } from '#modules/orders/apply/start-refund.server.ts'
import type { ChangeKind } from '#modules/orders/order/change-kinds.ts'
import {
  listBookings,
  listBookingsEver,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { listIssuedDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listLastTickets, listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { findPayment } from '#modules/payments/payments.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { localePath } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'

import type {
  ChangeMailData,
  ContactMailData,
  OrderMailData,
  RideMailData,
  SurchargeMailData,
} from './letter-data.ts'

/* The data of the letters about an order. */

export function orderMailData({ locale, reference, manageId }: Order): OrderMailData {
  return {
    locale,
    reference,
    manageUrl: siteOrigin() + localePath(locale, paths.order(manageId)),
    demonstration: env().MODE === 'demonstration',
  }
}

/** A change that was applied: each of its rides before and after, and all of its money. */
export async function findChangeMailData(
  order: Order,
  changeId: string,
  now: Temporal.Instant,
): Promise<ChangeMailData> {
  const { orderId, locale } = order
  const change = await getChange(changeId)
  const documents = await listIssuedDocuments(orderId, locale)
  const returns = await listReturns(db, orderId)
  return {
    ...orderMailData(order),
    kind: tellApart(change.kind),
    doneAt: change.doneAt,
    isOverruled: change.overrule !== null,
    rides: await listChangedRides(order, changeId, now),
    tickets: await listTickets(orderId, locale, now),
    money: {
      surcharge: cents(change.surchargeCents),
      refund: cents(change.refundCents),
      fee: cents(change.feeCents),
      forfeited: cents(change.forfeitedCents),
      takenBack: cents(Math.max(0, 0 - change.goodwillCents) + change.portalCents),
    },
    returns: returns.filter(({ causeId }) => causeId === changeId),
    documents: documents.flatMap((document) =>
      document.changeId === changeId ? [document.view] : [],
    ),
  }
}

async function getChange(changeId: string) {
  const { doneAt, ...change } = await db
    .selectFrom('changes')
    .selectAll()
    .where('changeId', '=', changeId)
    .executeTakeFirstOrThrow()
  invariant(doneAt, 'a change in a mail has been applied')
  return { ...change, doneAt }
}

function tellApart(kind: ChangeKind): ChangeMailData['kind'] {
  if (kind === 'amended' || kind === 'corrected' || kind === 'company-moved') return kind
  return 'other'
}

async function listChangedRides(
  order: Order,
  changeId: string,
  now: Temporal.Instant,
): Promise<ChangeMailData['rides']> {
  const rows = await db
    .selectFrom('changedBookings')
    .select(['beforeBookingId', 'afterBookingId'])
    .where('changeId', '=', changeId)
    .execute()
  const bookings = await listBookingsEver(db, order.orderId)
  const tickets = await listLastTickets(order, bookings, now)
  // In the order of travel before the change.
  const busOf = (id: string | null) => bookings.find((one) => one.bookingId === id)?.departureId
  return bookings.flatMap(({ bookingId, departureId, ending }) => {
    const row = rows.find(({ beforeBookingId }) => beforeBookingId === bookingId)
    const before = tickets.get(bookingId)
    if (!row || !before) return []
    const after = tickets.get(row.afterBookingId ?? '') ?? null
    const isSameBus = busOf(row.afterBookingId) === departureId
    return [{ before, after, isSameBus, ending }]
  })
}

/**
 * The contact of a booking after a change of name or address. The replaced tickets contain the
 * former name.
 */
export async function findContactMailData(
  order: Order,
  changeId: string,
  now: Temporal.Instant,
): Promise<ContactMailData> {
  const { orderId, locale, contactName } = order
  const { doneAt } = await getChange(changeId)
  const former = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select('groupLeader')
    .where('orderId', '=', orderId)
    .where('replacedAt', '=', doneAt)
    .executeTakeFirst()
  const told = await db
    .selectFrom('mails')
    .select('address')
    .distinct()
    .where('changeId', '=', changeId)
    .execute()
  return {
    ...orderMailData(order),
    tickets: await listTickets(orderId, locale, now),
    name: contactName ?? '',
    formerName: former?.groupLeader ?? null,
    isMoved: told.length > 1,
  }
}

/** A change that waits for its surcharge; undefined once it was paid for, or has lapsed. */
export async function findSurchargeMailData(
  order: Order,
  changeId: string,
  now: Temporal.Instant,
): Promise<SurchargeMailData | undefined> {
  const awaited = await findAwaitedChange(db, order.orderId)
  const payment = awaited && (await findPayment(db, awaited.paymentId))
  if (awaited?.changeId !== changeId || !payment) return undefined
  const until = payment.sessionExpiresAt
  if (!isBefore(now, until)) return undefined
  const { after } = await readReplacement(db, order.orderId, changeId)
  const { fromStopId, toStopId, departsAt } = after
  const nameOf = await getStopNames(order.locale, [fromStopId, toStopId])
  const ride = { from: nameOf(fromStopId).shortName, to: nameOf(toStopId).shortName, departsAt }
  return { ...orderMailData(order), surcharge: cents(payment.amountCents), until, ride }
}

/**
 * One ride that an order still has, whether or not its departure was cancelled; undefined once it
 * was changed or cancelled.
 */
export async function findRideMailData(
  order: Order,
  bookingId: string,
  now: Temporal.Instant,
): Promise<
  (RideMailData & { booking: Booking; departureStatus: Booking['departureStatus'] }) | undefined
> {
  const bookings = await listBookings(db, order.orderId)
  const booking = bookings.find((one) => one.bookingId === bookingId)
  const ticket = booking && (await listLastTickets(order, [booking], now)).get(bookingId)
  if (!ticket || order.status !== 'confirmed') return undefined
  const { departureStatus } = booking
  return {
    ...orderMailData(order),
    ticket,
    hasOthers: bookings.length > 1,
    booking,
    departureStatus,
  }
}
