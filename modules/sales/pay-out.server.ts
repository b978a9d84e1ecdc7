import { noteGiven } from '#modules/approvals/given.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { lockRefund } from '#modules/payments/record-refunds.server.ts'
import { isUnderway, isWithPeople, type RefundState } from '#modules/payments/refund-state.ts'
import { enterRefund, type HandedOver } from '#modules/payments/till/enter-payment.server.ts'
import {
  isSlip,
  type Cashier,
  type SlipRefusal,
  type TillMeans,
} from '#modules/payments/till/till-entry.ts'
import { keepTillOpen } from '#modules/payments/till/till.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type PayOut = {
  refundId: string
  /** The number on the slip of the terminal, for a sale whose money came in there. */
  slip?: string
  /**
   * In the drawer's cash for money that came in at the terminal, with the reason: a colleague has to
   * confirm it.
   */
  inCash?: { reason: string }
  /** The sale is undone, which has been noted as such (modules/approvals). */
  isNoted?: boolean
  /** Whether this member may pay out what others have sold too. */
  mayPayOthers?: boolean
  by: Cashier
  now: Temporal.Instant
}

export type PayOutRefusal =
  | { ok: false; reason: 'till-closed' }
  | { ok: false; reason: 'slip-missing' }
  | { ok: false; reason: 'reason-missing' }
  | ColleagueRefusal
  | SlipRefusal
  /** Or a colleague made the sale that it returns, and this member pays out own sales only. */
  | { ok: false; reason: 'no-such-refund' }
  /** It is paid out already, or staff have ended it otherwise. */
  | { ok: false; reason: 'refund-ended'; state: RefundState }

type PayOutOutcome = { ok: true } | PayOutRefusal

/**
 * Enters that a refund of the till was paid out, and settles it. A person hands over the money, so no
 * refund is paid out without this press. It goes out as the entry of its sale says that the money came
 * in: in cash, or at the terminal with its slip. Pressed twice, it is paid out once.
 */
export async function payOutRefund(wish: PayOut): Promise<PayOutOutcome> {
  const { refundId, by, now } = wish
  const sale = await findSaleOf(wish)
  if (!sale) return { ok: false, reason: 'no-such-refund' }
  if (wish.inCash?.reason === '') return { ok: false, reason: 'reason-missing' }
  const handedOver = handOver(sale.means, wish)
  if (!handedOver) return { ok: false, reason: 'slip-missing' }
  const outcome = await inTransaction(async (tx): Promise<PayOutOutcome> => {
    const refund = await lockRefund(tx, refundId)
    const { state, amountCents } = refund
    const isOwed = isUnderway(state) || isWithPeople(state)
    if (!isOwed) return { ok: false, reason: 'refund-ended', state }
    if (await findPaidOut(tx, refundId)) return { ok: true }
    const session = await keepTillOpen(tx, by.staffId)
    if (!session) return { ok: false, reason: 'till-closed' }
    const { sessionId } = session
    const entered = await enterRefund(tx, { sessionId, refund, handedOver, by, now })
    if (!entered.ok) return entered
    const kind = kindOf(sale.means, handedOver, wish)
    if (kind) {
      const given = { kind, subject: `order:${sale.orderId}`, amountCents } as const
      const noted = await noteGiven(tx, { ...given, by, now })
      if (!noted.ok) return noted
    }
    const after = { amountCents, ...handedOver }
    const why = wish.inCash && { reason: wish.inCash.reason }
    await audit(tx, { by, subject: `refund:${refundId}`, action: 'paid-out', ...why, after, now })
    return { ok: true }
  })
  if (outcome.ok) await reconcile(sale.paymentId, { now, patience: 'request' })
  return outcome
}

/** Undefined without the slip that the terminal prints. */
function handOver(means: TillMeans, { slip = '', inCash }: PayOut): HandedOver | undefined {
  if (means === 'cash' || inCash) return { means: 'cash' }
  return isSlip(slip) ? { means, slip } : undefined
}

/**
 * The cash that leaves the drawer and is still to be noted; undefined for the terminal, whose bank
 * pays.
 */
function kindOf(means: TillMeans, handedOver: HandedOver, { isNoted }: PayOut) {
  if (isNoted || handedOver.means !== 'cash') return undefined
  return means === 'cash' ? 'refunded' : 'card-in-cash'
}

function findPaidOut(tx: Tx, refundId: string) {
  return tx
    .selectFrom('tillEntries')
    .select('entryId')
    .where('refundId', '=', refundId)
    .executeTakeFirst()
}

/** The payment and the means of the sale that a refund returns, as its entry in the till has them. */
function findSaleOf({ refundId, mayPayOthers = false, by }: PayOut) {
  return selectRefunds()
    .select(['payments.paymentId', 'payments.payableId as orderId'])
    .where('refunds.refundId', '=', refundId)
    .$if(!mayPayOthers, (refund) => refund.where('tillEntries.enteredBy', '=', by.staffId))
    .executeTakeFirst()
}

function selectRefunds() {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .innerJoin('tillEntries', 'tillEntries.paymentId', 'payments.paymentId')
    .select('tillEntries.means')
    .where('provider', '=', 'till')
}

export type ToPayOut = {
  refundId: string
  reference: string
  contactName: string | null
  amountCents: number
  /** How the money came in. */
  means: TillMeans
}

/**
 * Refunds that wait to be paid out at a till, oldest first: those of one booking, or those that one
 * member has sold. Nobody sees the refunds of all bookings: a member who asks for one names its
 * booking.
 */
export function listToPayOut(of: { reference: string } | { soldBy: string }): Promise<ToPayOut[]> {
  const waiting = selectRefunds()
    .innerJoin('orders', 'orders.orderId', 'payments.payableId')
    .select(['refunds.refundId', 'refunds.amountCents', 'reference', 'contactName'])
    .where('refunds.state', '=', 'pending')
    .orderBy('refunds.requestedAt')
    .limit(50)
  return 'soldBy' in of
    ? waiting.where('tillEntries.enteredBy', '=', of.soldBy).execute()
    : waiting.where('reference', '=', of.reference).execute()
}
