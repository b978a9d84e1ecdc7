import { randomUUID } from 'node:crypto'

import type { OrderMailKind } from '#modules/mail/kinds.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import type { ChangeKind } from '#modules/orders/order/change-kinds.ts'
import { assertMayBecome } from '#modules/orders/order/order-status.ts'
import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import {
  listBookings,
  raiseVersion,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { enterInLedger } from '#modules/payments/ledger.server.ts'
import { holdSeats, releaseSeats, type HoldOutcome } from '#modules/seats/seats.server.ts'
import { voidTickets } from '#modules/tickets/issue-tickets.server.ts'
import { actorText, originOf, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

import { bookGoodwill, bookReturnedInPortal, limitRefund } from './goodwill.server.ts'
import { ticketBookings } from './issue.server.ts'
import {
  getLastReceiptNumber,
  issueReceipt,
  linesOf,
  totalOfLines,
  type ReceiptLine,
} from './receipts.server.ts'
import { listSettled, returnMoney } from './start-refund.server.ts'

export type Replacement = {
  before: Booking
  after: Booking | null
  /** Cancelled too late: none of its price is refunded, so no credit note is issued for it. */
  isForfeited?: boolean
}

export type Act = {
  /** Locked and confirmed; or cancelled, if nothing is replaced. */
  order: Order
  kind: ChangeKind
  by: Actor
  reason?: string
  /**
   * Live bookings, each with the proposed booking that replaces it, or with null if it is
   * cancelled.
   */
  replacing: readonly Replacement[]
  /**
   * The parts into which the difference in price is divided, together with the goodwill of the
   * company.
   */
  money: { refund: Cents; fee: Cents; forfeited: Cents; goodwill?: Cents }
  /** The overrule by staff: its reason, and the cents beyond the rules. */
  overruled?: { code: OverruleCode; waived: Cents } | undefined
  /** Holds that were kept for this change besides: those of the new places count as held before. */
  keptHolds?: readonly string[]
  /** The change that was waiting for this surcharge, which is captured and settled by now. */
  awaited?: { changeId: string; surcharge: Cents }
  now: Temporal.Instant
}

export type AppliedChange = { ok: true; changeId: string; refundIds: string[] } | RefusedSeats
/**
 * The money of a change as it is written: goodwill that is taken back is negative. `inPortal` is the
 * part of the refund that went back in the provider's portal before.
 */
type Money = { refund: Cents; fee: Cents; forfeited: Cents; goodwill: Cents; inPortal: Cents }
type RefusedSeats = Extract<HoldOutcome, { ok: false }>

/**
 * The only function that changes a bought order: seats, tickets, ledger, documents, history and the
 * mail about it, all in the caller's transaction. The old seats are released and the new ones taken
 * together, so no seat is lost in between. If the new seats are not available, the refusal is
 * returned and nothing is written.
 */
export async function applyChange(tx: Tx, act: Act): Promise<AppliedChange> {
  const { order, replacing, overruled, now } = act
  const before = replacing.map((one) => one.before)
  const after = replacing.flatMap((one) => one.after ?? [])
  const money = await divide(tx, act)
  const { inPortal, ...given } = money

  const seats = await swapSeats(tx, act)
  if (!seats.ok) return seats
  await swapBookings(tx, replacing)
  const changeId = await recordChange(tx, act, money)
  await voidTickets(tx, before.map(idOf), now)
  await ticketBookings(tx, { order, bookings: after, now })
  await bookKeptMoney(tx, act, changeId)
  await bookGoodwill(tx, order, { changeId, goodwill: money.goodwill, now })
  await bookReturnedInPortal(tx, order, { changeId, amount: inPortal, now })
  const giving = {
    order,
    amount: money.refund,
    reason: reasonOf(act),
    source: originOf(act.by),
    now,
  }
  const refundIds = await returnMoney(tx, { ...giving, causeId: changeId })
  await raiseVersion(tx, order.orderId)
  const isConfirmed = order.status === 'confirmed'
  if (isConfirmed && (await listBookings(tx, order.orderId)).length === 0) {
    await cancelOrder(tx, order)
  }
  await audit(tx, {
    by: act.by,
    subject: `order:${order.orderId}`,
    action: auditedAs(act),
    ...(act.reason && { reason: act.reason }),
    ...(overruled && { overrule: overruled.code }),
    before: { bookings: before.map(idOf) },
    after: {
      bookings: after.map(idOf),
      ...given,
      ...(inPortal > 0 && { inPortal }),
      ...(overruled && { waived: overruled.waived }),
    },
    now,
  })
  await tellTraveller(tx, act, changeId)
  await issuePapers(tx, act, { changeId, money })
  crashPoint('change:before-commit')
  return { ok: true, changeId, refundIds }
}

/**
 * Every cent of a change goes somewhere. A refund that exceeds what the cards can still get takes goodwill
 * back that was given earlier, and counts what went back in the provider's portal.
 */
async function divide(tx: Tx, { order, replacing, money, awaited }: Act): Promise<Money> {
  const before = replacing.map((one) => one.before)
  const after = replacing.flatMap((one) => one.after ?? [])
  const { fee, forfeited, goodwill = cents(0) } = money
  const difference = totalOf(before) - totalOf(after) + (awaited?.surcharge ?? 0) + goodwill
  invariant(difference === money.refund + fee + forfeited, 'every cent of a change goes somewhere')
  if (goodwill > 0) return { ...money, goodwill, inPortal: cents(0) }
  const { refund, takenBack, inPortal } = await limitRefund(tx, order, money.refund)
  return { refund, fee, forfeited, goodwill: cents(0 - takenBack), inPortal }
}

/**
 * The audit log is never rewritten, so it must not contain a wheelchair request, which is erased
 * after the ride.
 */
function auditedAs({ kind }: Act): ChangeKind {
  return kind === 'wheelchair' ? 'amended' : kind
}

/** Seats that the booking already has are always granted again, up to the departure. */
async function swapSeats(tx: Tx, { replacing, keptHolds = [], now }: Act): Promise<HoldOutcome> {
  const after = replacing.flatMap((one) => one.after ?? [])
  const insteadOf = [...replacing.map((one) => one.before.bookingId), ...keptHolds]
  if (after.length > 0) {
    const rides = after.map(rideOf)
    const as = { state: 'sold' } as const
    return holdSeats(tx, { rides, as, insteadOf, closing: 'for-ticket-holders', now })
  }
  await releaseSeats(tx, insteadOf)
  return { ok: true }
}

async function swapBookings(tx: Tx, replacing: readonly Replacement[]): Promise<void> {
  for (const { before, after } of replacing) {
    const state = after ? 'replaced' : 'cancelled'
    await setState(tx, before.bookingId, state)
    if (after) await setState(tx, after.bookingId, 'live')
  }
}

function setState(tx: Tx, bookingId: string, state: Booking['state']) {
  return tx.updateTable('bookings').set({ state }).where('bookingId', '=', bookingId).execute()
}

async function recordChange(tx: Tx, act: Act, money: Money): Promise<string> {
  const { order, kind, by, replacing, awaited, overruled, now } = act
  if (awaited) {
    await tx
      .updateTable('changes')
      .set({ state: 'done', doneAt: now })
      .where('changeId', '=', awaited.changeId)
      .execute()
    return awaited.changeId
  }
  const changeId = randomUUID()
  await tx
    .insertInto('changes')
    .values({
      changeId,
      orderId: order.orderId,
      kind,
      actor: originOf(by),
      by: actorText(by),
      overrule: overruled?.code ?? null,
      waivedCents: overruled?.waived ?? 0,
      state: 'done',
      refundCents: money.refund,
      feeCents: money.fee,
      forfeitedCents: money.forfeited,
      goodwillCents: money.goodwill,
      portalCents: money.inPortal,
      requestedAt: now,
      doneAt: now,
    })
    .execute()
  await recordReplacements(tx, changeId, replacing)
  return changeId
}

export async function recordReplacements(
  tx: Tx,
  changeId: string,
  replacing: readonly Replacement[],
): Promise<void> {
  const rows = replacing.map(({ before, after }) => ({
    changeId,
    beforeBookingId: before.bookingId,
    afterBookingId: after?.bookingId ?? null,
  }))
  if (rows.length > 0) await tx.insertInto('changedBookings').values(rows).execute()
}

/**
 * Moves the fee and the forfeited fare out of the fares account: neither is refunded or pays for a
 * ride.
 */
async function bookKeptMoney(tx: Tx, { order, money, now }: Act, changeId: string): Promise<void> {
  const [payment] = await listSettled(tx, order)
  const kept = [
    ['fee', 'fees', money.fee],
    ['forfeit', 'forfeited', money.forfeited],
  ] as const
  for (const [event, credit, amount] of kept) {
    if (amount === 0) continue
    invariant(payment, 'money is kept only of a settled payment')
    const { paymentId } = payment
    const eventId = `${event}:${changeId}`
    const payableId = order.orderId
    await enterInLedger(tx, { eventId, payableId, paymentId, now, debit: 'fares', credit, amount })
  }
}

function reasonOf({ kind }: Act): 'cancelled' | 'amended' | 'departure-cancelled' | 'goodwill' {
  if (kind === 'company-refunded' || kind === 'company-moved') return 'departure-cancelled'
  if (kind === 'goodwill') return kind
  return kind === 'cancelled' ? 'cancelled' : 'amended'
}

async function cancelOrder(tx: Tx, { orderId, status }: Order): Promise<void> {
  assertMayBecome(status, 'cancelled')
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('orderId', '=', orderId)
    .execute()
}

const MAIL_ABOUT = {
  cancelled: 'cancelled',
  'company-refunded': 'cancelled',
  amended: 'changed',
  corrected: 'changed',
  'company-moved': 'changed',
  missed: 'missed',
  wheelchair: 'wheelchair',
  contact: 'contact',
  goodwill: 'goodwill',
} as const satisfies Record<ChangeKind, OrderMailKind>

async function tellTraveller(tx: Tx, { order, kind, now }: Act, changeId: string): Promise<void> {
  const mail = MAIL_ABOUT[kind]
  const attemptNo = await nextAttemptNo(tx, order.orderId, mail)
  await enqueueMail(tx, { order, kind: mail, attemptNo, changeId, now })
}

/**
 * Documents come last, since all buyers of the site share the rows of their counters. A ride that
 * is cancelled in time, whole or for some of its passengers, is credited with its price less the
 * fee. A ride that became dearer or cheaper is credited whole, and its replacement has a receipt of
 * its own. A change without a surcharge or a refund needs no document. What staff give for a ride
 * that is not credited, or for nothing, reduces the price.
 */
async function issuePapers(
  tx: Tx,
  act: Act,
  { changeId, money }: { changeId: string; money: Money },
): Promise<void> {
  const { order, replacing, awaited, now } = act
  const returned = cents(money.refund + money.inPortal)
  const isRepriced = returned > 0 || money.goodwill > 0 || awaited !== undefined
  if (!isRepriced) return
  const document = { order, changeId, now }
  const isGivenUp = act.kind === 'cancelled' || act.kind === 'company-refunded'
  const credited = replacing.filter(({ isForfeited }) => !isForfeited)
  const corrected = (credited.length > 0 ? credited : replacing).map((one) => one.before)
  const correctsNumber = await getLastReceiptNumber(tx, order, corrected)
  const lines = isGivenUp
    ? credited.flatMap(linesGivenUp)
    : linesOf(credited.map((one) => one.before))
  const charged = isGivenUp ? [] : linesOf(replacing.flatMap((one) => one.after ?? []))
  const { fee } = money
  const total = totalOfLines(charged) - (awaited?.surcharge ?? 0) + returned
  const reduction = cents(total - totalOfLines(lines) + fee)
  const series = 'credit-note'
  await issueReceipt(tx, { ...document, series, correctsNumber, fee, reduction, lines })
  if (charged.length > 0) await issueReceipt(tx, { ...document, series: 'receipt', lines: charged })
}

/** The passengers of a booking who no longer ride; all of them if no booking replaces it. */
function linesGivenUp({ before, after }: Replacement): ReceiptLine[] {
  const staying = after ? linesOf([after]) : []
  return linesOf([before]).flatMap((line) => {
    const stays = staying.find(({ category }) => category === line.category)?.count ?? 0
    return line.count > stays ? [{ ...line, count: line.count - stays }] : []
  })
}

function totalOf(bookings: readonly Booking[]): Cents {
  return sum(bookings.map(({ totalCents }) => cents(totalCents)))
}

function idOf({ bookingId }: Booking): string {
  return bookingId
}
