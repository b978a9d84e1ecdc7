import { noteGiven } from '#modules/approvals/given.server.ts'
import { enqueueMail } from '#modules/mail/outbox.server.ts'
import {
  keepSaleUntil,
  writeSale,
  type NewSale,
  type WrittenSale,
} from '#modules/orders/cart/write-sale.server.ts'
import { mayWaive, type Overrule } from '#modules/orders/order/overrule.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import type { SaleChannel } from '#modules/orders/order/sale-channel.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { confirmFree, setOrderStatus } from '#modules/orders/settlement/settle-order.server.ts'
import { listPayments, recordPayment } from '#modules/payments/payments.server.ts'
import { enterSale, type HandedOver } from '#modules/payments/till/enter-payment.server.ts'
import { isSlip, type Cashier } from '#modules/payments/till/till-entry.ts'
import { keepTillOpen, openSession } from '#modules/payments/till/till.server.ts'
import { maxHoldUntil, payLinkUntil } from '#modules/rules/deadlines.ts'
import {
  MIN_PAYMENT_PAGE_MINUTES,
  PAYMENT_PAGE_MINUTES,
  REFUND_TERMS,
} from '#modules/rules/rules.ts'
import { holdSeats, type HeldRide, type HoldOutcome } from '#modules/seats/seats.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { enqueueExpiry } from './expire-sale.server.ts'
import { checkCustomer, type Sale, type SaleRefusal, type Sold } from './sale.ts'

/*
 * Sales by staff. Each is one form, and one transaction: order, seats, money and the audit row with the
 * seller. Sent twice, it sells once: the second finds the order by its key.
 *
 * Money at the counter is a payment like any other, which `reconcile` settles: its provider is the till.
 */

type AtCounter = Sale & {
  handedOver: HandedOver
  /** The change in the drawer of a till that is opened with this sale. */
  float?: Cents | undefined
}

/** Sells for cash, or at the card terminal by the number of its slip, until the bus leaves. */
export async function sellAtCounter(sale: AtCounter): Promise<Sold | SaleRefusal> {
  const { customer, handedOver, now } = sale
  const refusal = checkCustomer(customer, { needsEmail: false })
  if (refusal) return refusal
  if (handedOver.means === 'card-terminal' && !isSlip(handedOver.slip)) {
    return { ok: false, reason: 'slip-missing' }
  }
  const taken = await inTransaction((tx) => takeMoney(tx, sale))
  if (!taken.ok) return taken
  for (const { paymentId } of await listPayments(db, taken.orderId)) {
    await reconcile(paymentId, { now, patience: 'request' })
  }
  return taken
}

async function takeMoney(tx: Tx, sale: AtCounter): Promise<Sold | SaleRefusal> {
  const { by, handedOver, now } = sale
  const opened = await writeSale(tx, newSale(sale, { channel: 'counter' }))
  if (!opened.ok || opened.is === 'known') return toSold(opened)
  const { order, rides, total } = opened
  if (total === 0) return giveAway(tx, opened, sale)

  const paymentId = newAccessToken()
  const payment = {
    paymentId,
    payableId: order.orderId,
    payableVersion: order.version,
    reference: order.reference,
  }
  const sessionExpiresAt = now.add({ minutes: PAYMENT_PAGE_MINUTES })
  const attempt = { provider: 'till', amountCents: total, sessionExpiresAt, now } as const
  const { merchantRef } = await recordPayment(tx, { ...payment, ...attempt })
  const session: Session | undefined =
    (await keepTillOpen(tx, by.staffId)) ?? (await openWithSale(tx, sale))
  if (!session) return { ok: false, reason: 'till-closed' }
  const { sessionId } = session
  const entry = { sessionId, paymentId, merchantRef, amount: total, handedOver, by, now }
  const entered = await enterSale(tx, entry)
  if (!entered.ok) return entered
  await setOrderStatus(tx, order, 'awaiting-payment')
  await auditSale(tx, order, {
    ...sale,
    action: handedOver.means === 'cash' ? 'sold-for-cash' : 'sold-on-terminal',
    facts: { totalCents: total, ...handedOver, ...(session.isNew && { till: 'opened' }) },
  })
  // Last, since other buyers of the bus wait from here until the commit.
  const held = await hold(tx, rides, { as: { state: 'paying' }, now })
  return held.ok ? { ok: true, orderId: order.orderId, reference: order.reference } : held
}

type Session = { sessionId: string; isNew?: boolean }

async function openWithSale(tx: Tx, { by, float, now }: AtCounter): Promise<Session | undefined> {
  if (float === undefined) return undefined
  const sessionId = await openSession(tx, { by, float, now })
  return sessionId ? { sessionId, isNew: true } : keepTillOpen(tx, by.staffId)
}

/**
 * Holds the seats, and mails a link on which the traveller pays within the hour. Unpaid, the seats go
 * back on sale by the clock, and the order expires.
 */
export async function sendPaymentLink(sale: Sale): Promise<Sold | SaleRefusal> {
  const refusal = checkCustomer(sale.customer, { needsEmail: true })
  if (refusal) return refusal
  return inTransaction((tx) => holdForLink(tx, sale))
}

async function holdForLink(tx: Tx, sale: Sale): Promise<Sold | SaleRefusal> {
  const { now } = sale
  const opened = await writeSale(tx, newSale(sale, { channel: 'phone', termsVersion: null }))
  if (!opened.ok || opened.is === 'known') return toSold(opened)
  const { order, rides, total } = opened
  if (total === 0) return giveAway(tx, opened, sale)
  const payBy = rides
    .map(({ boardsAt }) => payLinkUntil({ firstHeldAt: now, extraHoldMinutes: 0 }, boardsAt))
    .reduce((first, other) => (isBefore(other, first) ? other : first))
  if (isBefore(payBy, now.add({ minutes: MIN_PAYMENT_PAGE_MINUTES }))) {
    return { ok: false, reason: 'too-late-to-pay' }
  }
  const heldUntil = maxHoldUntil(now)
  await keepSaleUntil(tx, order, heldUntil)
  await enqueueMail(tx, { order, kind: 'payment-link', now })
  await enqueueExpiry(tx, { orderId: order.orderId, heldUntil, now })
  await auditSale(tx, order, { ...sale, action: 'link-sent', facts: { totalCents: total } })
  const held = await hold(tx, rides, { as: { state: 'cart', expiresAt: heldUntil }, now })
  return held.ok ? { ok: true, orderId: order.orderId, reference: order.reference } : held
}

type Free = Sale & { overrule: Overrule; reason: string }

/** Sells without a price. The audit keeps the reason, its code, and the cents that were waived. */
export async function sellFree(sale: Free): Promise<Sold | SaleRefusal> {
  const refusal = checkCustomer(sale.customer, { needsEmail: false })
  if (refusal) return refusal
  return inTransaction(async (tx) => {
    const { overrule, reason, by, now } = sale
    const opened = await writeSale(tx, newSale(sale, { channel: 'counter', isFree: true }))
    if (!opened.ok || opened.is === 'known') return toSold(opened)
    const { mayWaiveCents } = overrule
    const { waived } = opened
    const may = mayWaive({ reason, mayWaiveCents, waived, given: cents(0) })
    if (!may.ok) return may
    // The order of a press that was refused is gone; its bus is the same at the next one.
    const subject = `departure:${sale.rides[0]?.departureId ?? ''}`
    const wanted = { kind: 'given', subject, amountCents: waived } as const
    const noted = await noteGiven(tx, { ...wanted, by, now })
    return noted.ok ? giveAway(tx, opened, sale, sale) : noted
  })
}

type NewlyWritten = Extract<WrittenSale, { is: 'new' }>

/** Confirms at once: no provider is asked for nothing. */
async function giveAway(
  tx: Tx,
  { order, rides, waived }: NewlyWritten,
  sale: Sale,
  why?: { overrule: Overrule; reason: string },
): Promise<Sold | SaleRefusal> {
  const held = await hold(tx, rides, { as: { state: 'paying' }, now: sale.now })
  if (!held.ok) return held
  const facts = { totalCents: 0, waivedCents: waived }
  const overrule = why?.overrule.code
  await auditSale(tx, order, { ...sale, facts, action: 'sold-free', reason: why?.reason, overrule })
  await confirmFree(tx, order, sale.now)
  return { ok: true, orderId: order.orderId, reference: order.reference }
}

type AboutSale = {
  channel: Exclude<SaleChannel, 'web'>
  termsVersion?: string | null
  isFree?: boolean
}

function newSale(
  { saleKey, by, rides, customer, locale, now }: Sale,
  { channel, termsVersion = TERMS_VERSION, isFree = false }: AboutSale,
): NewSale {
  const terms = { termsVersion, refundTerms: REFUND_TERMS }
  const sale = { saleKey, soldBy: by.staffId, contact: customer, locale, rides, now }
  return { ...sale, ...terms, channel, isFree }
}

type Refused = Extract<Awaited<ReturnType<typeof writeSale>>, { ok: false }>

/** A sale that is known was made by the first sending of its form. */
function toSold(opened: WrittenSale | Refused): Sold | SaleRefusal {
  if (!opened.ok) return opened
  const { orderId, reference } = opened.order
  return { ok: true, orderId, reference }
}

type Hold = Pick<Parameters<typeof holdSeats>[1], 'as' | 'now'>

/** Staff sell until the bus leaves. */
function hold(tx: Tx, rides: readonly HeldRide[], { as, now }: Hold): Promise<HoldOutcome> {
  return holdSeats(tx, { rides, as, closing: 'for-staff', now })
}

type Audited = {
  by: Cashier
  action: string
  reason?: string | undefined
  overrule?: string | undefined
  facts: object
  now: Temporal.Instant
}

function auditSale(tx: Tx, { orderId }: Order, sold: Audited) {
  const { by, action, reason, overrule, facts, now } = sold
  const why = { ...(reason && { reason }), ...(overrule && { overrule }) }
  return audit(tx, { by, subject: `order:${orderId}`, action, ...why, after: facts, now })
}
