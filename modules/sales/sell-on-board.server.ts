import type { FareTable } from '#modules/fares/fares.ts'
import { writeQuoted } from '#modules/orders/cart/write-sale.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { confirmFree, setOrderStatus } from '#modules/orders/settlement/settle-order.server.ts'
import { listPayments, recordPayment } from '#modules/payments/payments.server.ts'
import { enterSale } from '#modules/payments/till/enter-payment.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import { keepTillOpen, openSession } from '#modules/payments/till/till.server.ts'
import { PAYMENT_PAGE_MINUTES, REFUND_TERMS } from '#modules/rules/rules.ts'
import { spendLease } from '#modules/seats/leases.server.ts'
import { holdSeats } from '#modules/seats/seats.server.ts'
import { findRide } from '#modules/timetable/find-ride.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** A sale for cash at the door of a bus, as its phone reports it. */
export type OnBoard = {
  /** Of the blank ticket that was handed out; a sale that is reported again has the same. */
  reference: string
  leaseId: string
  wish: RideWish
  /** The fares that the phone was given with its lease, whatever the ride costs by now. */
  fares: FareTable
  by: Cashier
  locale: Locale
  soldAt: Temporal.Instant
  now: Temporal.Instant
}

/** Refused only if the bus does not serve these stops any more. */
export type OnBoardOutcome = { ok: true; orderId: string } | { ok: false; reason: 'no-such-ride' }

/**
 * Writes down a sale that took place: its order, its money in the till of the seller, and its seats out
 * of the lease. Reported twice, it is one sale. If the lease was taken back and the bus is full, the
 * money is entered all the same and promised back, and an alert is raised.
 */
export async function recordOnBoard(sale: OnBoard): Promise<OnBoardOutcome> {
  const { now } = sale
  const written = await inTransaction((tx) => write(tx, sale))
  if (!written.ok) return written
  // Also of a sale that is known: its first report may have ended before this.
  for (const { paymentId } of await listPayments(db, written.orderId)) {
    await reconcile(paymentId, { now, patience: 'request' })
  }
  return written
}

async function write(tx: Tx, sale: OnBoard): Promise<OnBoardOutcome> {
  const { reference, wish, fares, leaseId, by, locale, soldAt, now } = sale
  const ride = await findRide(tx, wish)
  if (!ride) return { ok: false, reason: 'no-such-ride' }
  const contact = { name: '', email: null, phone: '' }
  const written = await writeQuoted(
    tx,
    {
      saleKey: `sale:${reference}`,
      reference,
      channel: 'on-board',
      soldBy: by.staffId,
      termsVersion: TERMS_VERSION,
      refundTerms: REFUND_TERMS,
      isFree: false,
      contact,
      locale,
      now,
    },
    [{ wish, ride, fares, fareEdition: null }],
  )
  const { orderId } = written.order
  if (written.is === 'known') return { ok: true, orderId }
  const { order, rides, total } = written
  const till = total > 0 ? await takeMoney(tx, { ...sale, order, total }) : {}
  await audit(tx, {
    by,
    subject: `order:${orderId}`,
    action: 'sold-on-board',
    after: { totalCents: total, soldAt: soldAt.toString(), ...till },
    now,
  })
  // Last, since buyers of the bus wait from here until the commit.
  for (const { departureId, ride: legs, places } of rides) {
    await spendLease(tx, { leaseId, departureId, ride: legs, seats: places.seats })
  }
  // Without seats the settlement finds none either, and promises a refund.
  const held = await holdSeats(tx, { rides, as: { state: 'paying' }, closing: 'on-board', now })
  if (total === 0 && held.ok) await confirmFree(tx, order, now)
  return { ok: true, orderId }
}

type Taken = OnBoard & {
  order: Parameters<typeof setOrderStatus>[1]
  total: Cents
}

/** Cash needs a drawer: one that was not opened is opened empty, and counted like any other. */
async function takeMoney(tx: Tx, { order, total, by, now }: Taken): Promise<{ till?: 'opened' }> {
  const paymentId = newAccessToken()
  const { orderId, version, reference } = order
  const payment = { paymentId, payableId: orderId, payableVersion: version, reference }
  const sessionExpiresAt = now.add({ minutes: PAYMENT_PAGE_MINUTES })
  const attempt = { provider: 'till', amountCents: total, sessionExpiresAt, now } as const
  const { merchantRef } = await recordPayment(tx, { ...payment, ...attempt })
  const { staffId } = by
  const open = await keepTillOpen(tx, staffId)
  const opened = open ? undefined : await openSession(tx, { by, float: cents(0), now })
  // Of two sales that open it together, the second finds it open.
  const sessionId = open?.sessionId ?? opened ?? (await keepTillOpen(tx, staffId))?.sessionId
  if (!sessionId) throw new Error('the till was closed while a sale was entered')
  const handedOver = { means: 'cash' } as const
  const entered = await enterSale(tx, {
    sessionId,
    paymentId,
    merchantRef,
    amount: total,
    handedOver,
    by,
    now,
  })
  invariant(entered.ok, 'cash has no slip')
  await setOrderStatus(tx, order, 'awaiting-payment')
  return opened ? { till: 'opened' } : {}
}
