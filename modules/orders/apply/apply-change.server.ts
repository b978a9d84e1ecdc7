import { randomUUID } from 'node:crypto'

import type { OrderMailKind } from '#modules/mail/kinds.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import type { ChangeKind } from '#modules/orders/order/change-kinds.ts'
import { assertMayBecome } from '#modules/orders/order/order-status.ts'
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
import { originOf, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

import { ticketBookings } from './issue.server.ts'
import { getLastReceiptNumber, issueReceipt, linesOf, type ReceiptLine } from './receipts.server.ts'
import { listSettled, returnMoney } from './start-refund.server.ts'

export type Replacement = {
  before: Booking
  after: Booking | null
  /** Cancelled too late: none of its price is refunded, so no credit note is issued for it. */
  isForfeited?: boolean
}

export type Act = {
  /** Locked and confirmed. */
  order: Order
  kind: ChangeKind
  by: Actor
  reason?: string
  /**
   * Live bookings, each with the proposed booking that replaces it, or with null if it is
   * cancelled.
   */
  replacing: readonly Replacement[]
  /** The parts into which the difference in price is divided. */
  money: { refund: Cents; fee: Cents; forfeited: Cents }
  /** The change that was waiting for this surcharge, which is captured and settled by now. */
  awaited?: { changeId: string; surcharge: Cents }
  now: Temporal.Instant
}

export type AppliedChange = { ok: true; changeId: string; refundIds: string[] } | RefusedSeats
type RefusedSeats = Extract<HoldOutcome, { ok: false }>

/**
 * The only function that changes a bought order: seats, tickets, ledger, documents, history and the
 * mail about it, all in the caller's transaction. The old seats are released and the new ones taken
 * together, so no seat is lost in between. If the new seats are not available, the refusal is
 * returned and nothing is written.
 */
export async function applyChange(tx: Tx, act: Act): Promise<AppliedChange> {
  const { order, replacing, money, awaited, now } = act
  const { refund, fee, forfeited } = money
  const before = replacing.map((one) => one.before)
  const after = replacing.flatMap((one) => one.after ?? [])
  const difference = totalOf(before) - totalOf(after) + (awaited?.surcharge ?? 0)
  invariant(difference === refund + fee + forfeited, 'every cent of a change goes somewhere')

  const seats = await swapSeats(tx, before, after, now)
  if (!seats.ok) return seats
  await swapBookings(tx, replacing)
  const changeId = await recordChange(tx, act)
  await voidTickets(tx, before.map(idOf), now)
  await ticketBookings(tx, { order, bookings: after, now })
  await bookKeptMoney(tx, act, changeId)
  const giving = { order, amount: refund, reason: reasonOf(act), source: originOf(act.by), now }
  const refundIds = await returnMoney(tx, { ...giving, causeId: changeId })
  await raiseVersion(tx, order.orderId)
  if ((await listBookings(tx, order.orderId)).length === 0) await cancelOrder(tx, order)
  await audit(tx, {
    by: act.by,
    subject: `order:${order.orderId}`,
    action: auditedAs(act),
    ...(act.reason && { reason: act.reason }),
    before: { bookings: before.map(idOf) },
    after: { bookings: after.map(idOf), ...money },
    now,
  })
  await tellTraveller(tx, act, changeId)
  await issuePapers(tx, act, changeId)
  crashPoint('change:before-commit')
  return { ok: true, changeId, refundIds }
}

/**
 * The audit log is never rewritten, so it must not contain a wheelchair request, which is erased
 * after the ride.
 */
function auditedAs({ kind }: Act): ChangeKind {
  return kind === 'wheelchair' ? 'amended' : kind
}

/** Seats that the booking already has are always granted again, up to the departure. */
async function swapSeats(
  tx: Tx,
  before: readonly Booking[],
  after: readonly Booking[],
  now: Temporal.Instant,
): Promise<HoldOutcome> {
  const insteadOf = before.map(idOf)
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

async function recordChange(tx: Tx, act: Act): Promise<string> {
  const { order, kind, by, replacing, money, awaited, now } = act
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
      state: 'done',
      refundCents: money.refund,
      feeCents: money.fee,
      forfeitedCents: money.forfeited,
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

function reasonOf({ kind }: Act): 'cancelled' | 'amended' | 'departure-cancelled' {
  if (kind === 'company-refunded' || kind === 'company-moved') return 'departure-cancelled'
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
 * its own. A change without a surcharge or a refund needs no document.
 */
async function issuePapers(tx: Tx, act: Act, changeId: string): Promise<void> {
  const { order, replacing, money, awaited, now } = act
  const isRepriced = money.refund > 0 || awaited !== undefined
  if (!isRepriced) return
  const paper = { order, changeId, now }
  const credited = replacing.filter(({ isForfeited }) => !isForfeited)
  const before = credited.map((one) => one.before)
  const correctsNumber = await getLastReceiptNumber(tx, before)
  const credit = { ...paper, series: 'credit-note', correctsNumber, fee: money.fee } as const
  const after = replacing.flatMap((one) => one.after ?? [])
  if (act.kind === 'cancelled' || act.kind === 'company-refunded') {
    await issueReceipt(tx, { ...credit, lines: credited.flatMap(linesGivenUp) })
    return
  }
  await issueReceipt(tx, { ...credit, lines: linesOf(before) })
  await issueReceipt(tx, { ...paper, series: 'receipt', lines: linesOf(after) })
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
