import { findCompanies } from '#modules/company/company-editions.server.ts'
import { includedVat, includedVatByLine } from '#modules/documents/vat.ts'
import { listReturns, type ReturnedPart } from '#modules/orders/apply/start-refund.server.ts'
import { findOrder, listBookingsEver, type Booking } from '#modules/orders/order/rows.server.ts'
import { listPayments, type Payment } from '#modules/payments/payments.server.ts'
import {
  readReceiptNumber,
  receiptNumber,
  type ReceiptLine,
  type ReceiptView,
} from '#modules/tickets/ticket.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, sum, type Cents } from '#platform/money.ts'
import { env } from '#platform/settings/env.server.ts'

/* The receipts and credit notes of an order: the views that modules/documents draws. */

/** The document with this number, if it belongs to the order with this manage id. */
export async function findDocument(
  { manageId, number }: { manageId: string; number: string },
  locale: Locale,
): Promise<ReceiptView | undefined> {
  if (!ACCESS_TOKEN.test(manageId) || !readReceiptNumber(number)) return undefined
  const row = await db
    .selectFrom('orders')
    .select('orderId')
    .where('manageId', '=', manageId)
    .executeTakeFirst()
  const documents = row ? await listDocuments(row.orderId, locale) : []
  return documents.find((document) => receiptNumber(document) === number)
}

/** The receipts and credit notes of an order, in the order in which they were issued. */
export async function listDocuments(orderId: string, locale: Locale): Promise<ReceiptView[]> {
  const documents = await listIssuedDocuments(orderId, locale)
  return documents.map(({ view }) => view)
}

/** Each document with the change that made it necessary; null for that of the purchase itself. */
export async function listIssuedDocuments(
  orderId: string,
  locale: Locale,
): Promise<{ changeId: string | null; view: ReceiptView }[]> {
  const order = await findOrder(db, orderId)
  if (!order) return []
  const rows = await listRows(orderId)
  const lines = await listLines(orderId)
  const bookings = await listBookingsEver(db, orderId)
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  const names = await listNames(orderId)
  const money = await findMoney(orderId)
  const companyOf = await findCompanies(rows.map(({ companyEdition }) => companyEdition))
  return rows.map((row) => {
    const vatPercent = Number(row.vatPercent)
    const own = lines.filter(({ series, number }) => series === row.series && number === row.number)
    const shown = showLines(own, { bookings, nameOf, vatPercent })
    const named = names.findLast(
      ({ issuedAt }) => Temporal.Instant.compare(issuedAt, row.issuedAt) <= 0,
    )
    const view: ReceiptView = {
      company: companyOf(row.companyEdition),
      series: row.series,
      number: row.number,
      correctsNumber: row.correctsNumber,
      issuedAt: row.issuedAt,
      locale,
      reference: order.reference,
      customer: named?.groupLeader ?? '',
      lines: shown,
      vatPercent,
      ...showDifference(row, sum(shown.map(({ vatCents }) => vatCents))),
      totalCents: cents(row.totalCents),
      setOff: showSetOff(row, rows),
      cards: cardsOf(row, money),
      demonstration: env().MODE === 'demonstration',
    }
    return { changeId: row.changeId, view }
  })
}

type Row = Awaited<ReturnType<typeof listRows>>[number]

function listRows(orderId: string) {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .orderBy('series')
    .orderBy('number')
    .execute()
}

function listLines(orderId: string) {
  return db
    .selectFrom('receiptLines')
    .innerJoin('receipts', (join) =>
      join
        .onRef('receipts.series', '=', 'receiptLines.series')
        .onRef('receipts.number', '=', 'receiptLines.number'),
    )
    .selectAll('receiptLines')
    .where('orderId', '=', orderId)
    .orderBy('line')
    .execute()
}

/** The names of the order over time: a document keeps the name it was issued to. */
function listNames(orderId: string) {
  return db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select(['groupLeader', 'issuedAt'])
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .execute()
}

type Line = Awaited<ReturnType<typeof listLines>>[number]
type Known = {
  bookings: readonly Booking[]
  nameOf: (stopId: string) => StopName
  vatPercent: number
}

function showLines(lines: readonly Line[], { bookings, nameOf, vatPercent }: Known): ReceiptLine[] {
  const totals = lines.map(({ count, fareCents }) => cents(count * fareCents))
  const vat = includedVatByLine(totals, vatPercent)
  return lines.flatMap(({ bookingId, category, count, fareCents }, index) => {
    const booking = bookings.find((one) => one.bookingId === bookingId)
    if (!booking) return []
    return {
      category,
      count,
      fareCents: cents(fareCents),
      totalCents: totals[index] ?? cents(0),
      from: nameOf(booking.fromStopId).shortName,
      to: nameOf(booking.toStopId).shortName,
      departsAt: booking.departsAt,
      vatPercent,
      vatCents: vat[index] ?? cents(0),
    }
  })
}

/**
 * The fee and the reduction change the VAT as well, so that the remaining VAT is that of the total.
 */
function showDifference(
  { feeCents, reductionCents, vatCents, vatPercent }: Row,
  vatOfLines: Cents,
): Pick<ReceiptView, 'fee' | 'reduction'> {
  const more = vatCents - vatOfLines
  const vatOfFee = includedVat(cents(feeCents), Number(vatPercent))
  const feeVat = reductionCents === 0 ? cents(0 - more) : vatOfFee
  const reductionVat = cents(more + (feeCents === 0 ? 0 : vatOfFee))
  return {
    fee: feeCents === 0 ? null : { totalCents: cents(feeCents), vatCents: feeVat },
    reduction:
      reductionCents === 0 ? null : { totalCents: cents(reductionCents), vatCents: reductionVat },
  }
}

/**
 * A change of price credits the old ride and charges the new one; only the difference is paid or
 * refunded.
 */
function showSetOff(row: Row, rows: readonly Row[]): ReceiptView['setOff'] {
  if (row.changeId === null) return null
  const other = rows.find((one) => one.changeId === row.changeId && one.series !== row.series)
  if (!other) return null
  const amountCents = cents(Math.min(row.totalCents, other.totalCents))
  return { against: receiptNumber(other), amountCents }
}

type Money = {
  payments: readonly Payment[]
  surcharges: readonly { changeId: string; paymentId: string | null }[]
  returns: readonly ReturnedPart[]
}

async function findMoney(orderId: string): Promise<Money> {
  const surcharges = await db
    .selectFrom('changes')
    .select(['changeId', 'paymentId'])
    .where('orderId', '=', orderId)
    .where('paymentId', 'is not', null)
    .execute()
  const payments = await listPayments(db, orderId)
  return { payments, surcharges, returns: await listReturns(db, orderId) }
}

function cardsOf({ series, changeId }: Row, { payments, surcharges, returns }: Money) {
  if (series === 'credit-note') {
    return namedCards(returns.filter(({ causeId }) => causeId === changeId))
  }
  const surcharge = surcharges.find((one) => one.changeId === changeId)
  const payment = payments.find(({ paymentId, state, decision }) =>
    changeId === null
      ? state === 'paid' || decision === 'accepted'
      : paymentId === surcharge?.paymentId,
  )
  return namedCards(payment ? [payment] : [])
}

type OfCard = { cardBrand: string | null; cardLast4: string | null }

/** The cards of these payments, without repetitions. */
function namedCards(parts: readonly OfCard[]): ReceiptView['cards'] {
  const cards = parts.flatMap(({ cardBrand, cardLast4 }) =>
    cardLast4 ? [{ brand: cardBrand ?? '', last4: cardLast4 }] : [],
  )
  return [...new Map(cards.map((card) => [`${card.brand} ${card.last4}`, card])).values()]
}
