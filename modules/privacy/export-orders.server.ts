import { countsByField } from '#modules/fares/passengers.ts'
import { passengerRows, passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import { BOUGHT } from '#modules/orders/order/buyers.server.ts'
import { listNotes } from '#modules/orders/order/notes.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

/* All stored data of a person's orders, for download, with readable names. */

type Person = { accountId?: string | undefined; email: string; locale: Locale }

/**
 * Everything bought under the account or with its address, the latest first. A cart that merely
 * contains the address belongs to another visitor, and is left out.
 */
export async function exportOrders({ accountId, email, locale }: Person) {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where((order) =>
      order.or([
        order('accountId', '=', accountId ?? null),
        order.and([
          order(order.fn('lower', ['contactEmail']), '=', email),
          order('status', 'in', BOUGHT),
        ]),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .execute()
  return Promise.all(
    orders.map(async ({ orderId, ...order }) => ({
      reference: order.reference,
      status: order.status,
      language: order.locale,
      createdAt: order.createdAt,
      confirmedAt: order.confirmedAt,
      contactName: order.contactName,
      contactEmail: order.contactEmail,
      contactPhone: order.contactPhone,
      termsVersion: order.termsVersion,
      termsAcceptedAt: order.termsAcceptedAt,
      rides: await listRides(orderId, locale),
      tickets: await listTickets(orderId),
      payments: await listPayments(orderId),
      refunds: await listRefunds(orderId),
      receipts: await listReceipts(orderId),
      mails: await listMails(orderId),
      notes: await listWords(orderId),
    })),
  )
}

/** Without their authors, which are no data about the person. */
async function listWords(orderId: string) {
  const notes = await listNotes(orderId)
  return notes.map(({ text, writtenAt }) => ({ text, writtenAt }))
}

async function listRides(orderId: string, locale: Locale) {
  const rows = await db
    .selectFrom('bookings')
    .select(['fromStopId', 'toStopId', 'departsAt', 'arrivesAt', 'state'])
    .select([passengerRows, 'wheelchairUsers', 'wheelchairNumber'])
    .select(['totalCents', 'missed', 'corrected'])
    .where('orderId', '=', orderId)
    .orderBy('departsAt')
    .execute()
  const stops = rows.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  return rows.map(({ fromStopId, toStopId, passengerRows: party, ...ride }) => {
    const counts = countsByField(passengersOf(party))
    return { from: nameOf(fromStopId).name, to: nameOf(toStopId).name, ...counts, ...ride }
  })
}

function listTickets(orderId: string) {
  return db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select(['number', 'groupLeader', 'issuedAt', 'replacedAt'])
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .execute()
}

function listPayments(orderId: string) {
  return db
    .selectFrom('payments')
    .select(['merchantRef', 'state', 'amountCents', 'capturedCents', 'refundedCents', 'currency'])
    .select(['cardBrand', 'cardLast4', 'createdAt', 'settledAt'])
    .where('payableId', '=', orderId)
    .orderBy('createdAt')
    .execute()
}

function listRefunds(orderId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['refunds.state', 'refunds.amountCents', 'reason', 'requestedAt', 'refunds.settledAt'])
    .where('payableId', '=', orderId)
    .orderBy('requestedAt')
    .execute()
}

function listReceipts(orderId: string) {
  return db
    .selectFrom('receipts')
    .select(['series', 'number', 'issuedAt', 'totalCents', 'vatPercent', 'vatCents'])
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .execute()
}

function listMails(orderId: string) {
  return db
    .selectFrom('mails')
    .select(['kind', 'address', 'state', 'queuedAt', 'sentAt'])
    .where('orderId', '=', orderId)
    .orderBy('queuedAt')
    .execute()
}
