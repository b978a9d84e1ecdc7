import { sql } from 'kysely'

import { findDelays } from '#modules/dispatch/delays.server.ts'
import type { MailKind, MailState } from '#modules/mail/kinds.ts'
import { listNotes, type OrderNote } from '#modules/orders/order/notes.server.ts'
import { findOrder, type Order } from '#modules/orders/order/rows.server.ts'
import { tellOrder, type OrderStory } from '#modules/orders/self-service/find-order.server.ts'
import type { RefundState } from '#modules/payments/refund-state.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

/* Everything about one booking, for staff: what its holder sees, and what happened behind it. */

export type StaffBooking = {
  /** With contact, language, account and accepted terms. */
  order: Order
  story: OrderStory
  /** By the id of the journey: the number of its valid ticket, and the minutes its bus is late. */
  journeys: ReadonlyMap<string, { ticketNumber: string | null; lateMinutes: number }>
  notes: OrderNote[]
  mails: BookingMail[]
  /** The audit of the order and of its payments and refunds, the latest first. */
  entries: BookingEntry[]
  refunds: BookingRefund[]
  /** What became of its buses: cancelled, ended on the road, running after all. */
  buses: BusEntry[]
  /** The number of entries of the order itself, which its forms send back. */
  seen: number
}

export type BookingMail = {
  mailId: string
  kind: MailKind
  address: string | null
  state: MailState
  queuedAt: Temporal.Instant
  sentAt: Temporal.Instant | null
}

export type BookingEntry = {
  auditId: string
  subject: string
  actor: string
  action: string
  reason: string | null
  enteredAt: Temporal.Instant
}

export type BookingRefund = {
  refundId: string
  /** In cents. */
  amount: number
  state: RefundState
  at: Temporal.Instant
}

export type BusEntry = {
  auditId: string
  action: string
  actor: string
  reason: string | null
  enteredAt: Temporal.Instant
  /** The booked ride on that bus. */
  departsAt: Temporal.Instant
}

/** The booking with this reference, or an unpaid order; undefined for an unknown reference. */
export async function findStaffBooking(
  reference: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<StaffBooking | undefined> {
  const order = await findOrderOf(reference)
  if (!order) return undefined
  const { orderId } = order
  const subject = `order:${orderId}`
  const entries = await listEntries(await listSubjects(orderId))
  return {
    order,
    story: await tellOrder(order, locale, now),
    journeys: await listJourneys(orderId),
    notes: await listNotes(orderId),
    mails: await listMails(orderId),
    entries,
    refunds: await listRefunds(orderId),
    buses: await listBusEntries(order),
    seen: entries.filter((entry) => entry.subject === subject).length,
  }
}

/** The order with this reference, as printed. */
export async function findOrderOf(reference: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('orderId')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && findOrder(db, row.orderId)
}

async function listJourneys(orderId: string): Promise<StaffBooking['journeys']> {
  const rows = await db
    .selectFrom('bookings')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.bookingId', '=', 'bookings.bookingId').on('replacedAt', 'is', null),
    )
    .select(['bookings.bookingId', 'departureId', 'fromPosition', 'number as ticketNumber'])
    .where('orderId', '=', orderId)
    .execute()
  const lateAt = await findDelays(rows.map(({ departureId }) => departureId))
  return new Map(
    rows.map(({ bookingId, departureId, fromPosition, ticketNumber }) => {
      return [bookingId, { ticketNumber, lateMinutes: lateAt(departureId, fromPosition) }]
    }),
  )
}

function listMails(orderId: string): Promise<BookingMail[]> {
  return db
    .selectFrom('mails')
    .select(['mailId', 'kind', 'address', 'state', 'queuedAt', 'sentAt'])
    .where('orderId', '=', orderId)
    .orderBy('queuedAt', 'desc')
    .execute()
}

function listRefunds(orderId: string): Promise<BookingRefund[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['refundId', 'refunds.amountCents as amount', 'refunds.state'])
    .select(({ fn }) => fn.coalesce('refunds.settledAt', 'requestedAt').as('at'))
    .where('payments.payableId', '=', orderId)
    .execute()
}

/** The acts after which a bus that was booked does not run as it did before. */
const ACTS_ON_BUSES = ['cancelled', 'departures-cancelled', 'broke-down', 'revived', 'run-anyway']

/** Since the order was begun; buses that were changed together have the entry of their incident. */
async function listBusEntries({ orderId, createdAt }: Order): Promise<BusEntry[]> {
  const { rows } = await sql<BusEntry>`
    select distinct on (audit_id) audit_id, action, actor, reason, entered_at, departs_at
    from bookings
    cross join lateral (
      select 'departure:' || departure_id as subject
      union all
      select 'incident:' || incident_id from incident_departures
      where incident_departures.departure_id = bookings.departure_id) as subjects
    join audit_entries using (subject)
    where order_id = ${orderId} and bookings.state <> 'proposed'
      and action = any(${ACTS_ON_BUSES}) and entered_at >= ${createdAt}
    order by audit_id, departs_at`.execute(db)
  return rows
}

async function listSubjects(orderId: string): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.paymentId')
    .select(['payments.paymentId', 'refundId'])
    .where('payableId', '=', orderId)
    .execute()
  const money = payments.flatMap(({ paymentId, refundId }) => [
    `payment:${paymentId}`,
    ...(refundId ? [`refund:${refundId}`] : []),
  ])
  return [...new Set([`order:${orderId}`, ...money])]
}

function listEntries(subjects: readonly string[]): Promise<BookingEntry[]> {
  return db
    .selectFrom('auditEntries')
    .select(['auditId', 'subject', 'actor', 'action', 'reason', 'enteredAt'])
    .where('subject', 'in', subjects)
    .orderBy('enteredAt', 'desc')
    .orderBy('auditId', 'desc')
    .execute()
}
