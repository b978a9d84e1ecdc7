import { randomUUID } from 'node:crypto'

import { lockOrder, type Order } from '#modules/orders/order/rows.server.ts'
import {
  findOpenPayment,
  findPaymentId,
  lockPayment,
  recordOpened,
  recordPayment,
  recordSnapshot,
} from '#modules/payments/payments.server.ts'
import type { ListedCapture, ProviderId, ProviderSnapshot } from '#modules/payments/provider.ts'
import { recordProviderRefunds } from '#modules/payments/record-refunds.server.ts'
import * as paths from '#paths'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { env } from '#platform/settings/env.server.ts'
import { REFERENCE } from '#platform/text/reference.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { reconcile } from './reconcile.server.ts'
import { setOrderStatus } from './settle-order.server.ts'

/*
 * Money at a provider whose payment the database does not know: a failover to a standby that lagged
 * behind, or a restored backup, has lost its row and usually its order. The capture is entered again
 * under an order of the same reference, so that everything that works on payments works on it:
 * ledger, refund, settlement and the pages of the office.
 */

/** Written into `visitor` of an order that stands for a lost one; no browser has such a key. */
const LOST = 'lost:'

export type LostCapture = {
  provider: ProviderId
  capture: ListedCapture
  snapshot: ProviderSnapshot
  /** Whether a lost order may be refunded at once; otherwise a person decides. */
  mayRefund: boolean
  by: Actor
  reason: string
  now: Temporal.Instant
}

export type Adoption =
  /** The order is lost, and the whole capture goes back. */
  | { is: 'refunded'; paymentId: string }
  /** A person decides, on the page of the payment. */
  | { is: 'waits'; paymentId: string }
  /** Its reference belongs to another payment of ours, so it can only be refunded in the portal. */
  | { is: 'by-hand'; paymentId: null }
  /** The order is being paid at this moment, or another program has just entered the capture. */
  | { is: 'later'; paymentId: null }

/**
 * The order and the attempt that a capture names, if this site asked for it: its page leads back to
 * our own address, and its reference has our form. Undefined if another site or a person asked for
 * it.
 */
export function readOwnNames(
  { merchantRef, returnUrl }: ListedCapture,
  origin: string,
): { reference: string; paymentId: string } | undefined {
  const [reference = '', attempt = '', ...rest] = (merchantRef ?? '').split('-')
  if (!REFERENCE.test(reference) || !/^\d+$/.test(attempt) || rest.length > 0) return undefined
  const url = returnUrl !== null && URL.canParse(returnUrl) ? new URL(returnUrl) : undefined
  const paymentId = url?.pathname.split('/').at(-1) ?? ''
  const isOurs =
    url?.origin === origin &&
    ACCESS_TOKEN.test(paymentId) &&
    url.pathname.endsWith(paths.paymentSuccess(paymentId))
  return isOurs ? { reference, paymentId } : undefined
}

/**
 * Enters a capture that the database does not know, once, however often and by however many
 * programs it is found. Without an order of its reference it is refunded in full, or waits for a
 * person; with one, a person always decides, since it may have paid for that order.
 */
export async function adoptCapture(
  lost: LostCapture,
  names: { reference: string; paymentId: string },
): Promise<Adoption> {
  const adoption = await inTransaction((tx) => adopt(tx, lost, names))
  if (adoption.is === 'refunded') {
    await reconcile(adoption.paymentId, { now: lost.now, patience: 'job' })
  }
  return adoption
}

async function adopt(
  tx: Tx,
  lost: LostCapture,
  { reference, paymentId }: { reference: string; paymentId: string },
): Promise<Adoption> {
  const { provider, snapshot, capture, now } = lost
  const { providerRef } = snapshot
  const merchantRef = capture.merchantRef ?? ''
  const { order, isLost } = await lockOrderNamed(tx, reference, lost)
  if (await findPaymentId(tx, { provider, providerRef, merchantRef: null })) return LATER
  if (await findPaymentId(tx, { provider, providerRef: null, merchantRef })) {
    return { is: 'by-hand', paymentId: null }
  }
  const isBeingPaid = order.status === 'awaiting-payment'
  if (isBeingPaid || (await findOpenPayment(tx, order.orderId))) return LATER

  await recordPayment(tx, {
    paymentId,
    payableId: order.orderId,
    payableVersion: order.version,
    provider,
    reference,
    merchantRef,
    amountCents: snapshot.amount,
    sessionExpiresAt: now,
    now: capture.begunAt,
  })
  const opened = { providerRef, redirectUrl: null }
  await recordOpened(tx, paymentId, opened)
  const is = lost.mayRefund && isLost ? 'refunded' : 'waits'
  if (is === 'waits') await leaveToPeople(tx, { order, paymentId, snapshot, now })
  await auditAdoption(tx, lost, { orderId: order.orderId, paymentId, is })
  return { is, paymentId }
}

const LATER: Adoption = { is: 'later', paymentId: null }

/**
 * The second of two programs that find the same capture waits here until the first has entered it.
 */
async function lockOrderNamed(
  tx: Tx,
  reference: string,
  { mayRefund, capture, now }: LostCapture,
): Promise<{ order: Order; isLost: boolean }> {
  await tx
    .insertInto('orders')
    .values({
      orderId: randomUUID(),
      manageId: newAccessToken(),
      reference,
      visitor: `${LOST}${reference}`,
      status: mayRefund ? 'cancelled' : 'payment-review',
      locale: MAIN_LOCALE,
      createdAt: now,
      firstHeldAt: capture.begunAt,
      heldUntil: capture.begunAt,
      vatPercent: env().VAT_PERCENT,
    })
    .onConflict((known) => known.column('reference').doNothing())
    .execute()
  const { orderId, visitor } = await tx
    .selectFrom('orders')
    .select(['orderId', 'visitor'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { order: await lockOrder(tx, orderId), isLost: visitor.startsWith(LOST) }
}

type LeftToPeople = {
  order: Order
  paymentId: string
  snapshot: ProviderSnapshot
  now: Temporal.Instant
}

/** The capture is in the ledger, and buys nothing until a person has decided. */
async function leaveToPeople(tx: Tx, { order, paymentId, snapshot, now }: LeftToPeople) {
  const payment = await lockPayment(tx, paymentId)
  await recordSnapshot(tx, payment, { snapshot, to: 'review', now })
  await recordProviderRefunds(tx, payment, snapshot.refunds, now)
  const isUnpaid = order.status === 'cart' || order.status === 'expired'
  if (isUnpaid) await setOrderStatus(tx, order, 'payment-review')
}

async function auditAdoption(
  tx: Tx,
  { provider, capture, snapshot, by, reason, now }: LostCapture,
  { orderId, paymentId, is }: { orderId: string; paymentId: string; is: string },
): Promise<void> {
  const { providerRef, captured, currency } = snapshot
  await audit(tx, {
    by,
    reason,
    now,
    subject: `order:${orderId}`,
    action: 'recovered',
    after: {
      paymentId,
      provider,
      providerRef,
      captured,
      currency,
      becomes: is,
      ...namesOf(capture),
    },
  })
}

function namesOf({ merchantRef, begunAt }: ListedCapture) {
  return { merchantRef, begunAt: begunAt.toString() }
}
