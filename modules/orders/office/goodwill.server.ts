import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { countPaid } from '#modules/orders/apply/goodwill.server.ts'
import {
  checkOverrule,
  findChangedMeanwhile,
  type StaffRefusal,
} from '#modules/orders/apply/overrules.server.ts'
import type { Overrule, StaffRequest } from '#modules/orders/order/overrule.ts'
import { findOrder, lockOrder, type Order } from '#modules/orders/order/rows.server.ts'
import type { ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import { endAwaitedChange } from '#modules/orders/self-service/changeable-order.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

type Refusal<Reason> = Extract<ChangeRefusal, { reason: Reason }>

export type GoodwillOutcome =
  | { ok: true; changeId: string }
  | Refusal<'no-such-booking' | 'being-paid'>
  | StaffRefusal
  /** The sum is nothing, or more than the cards have paid; `most` is 0 if nothing was paid. */
  | { ok: false; reason: 'outside-price'; least: Cents; most: Cents }

/** The most that goodwill can refund on this order: what its cards have paid and not got back. */
export async function quoteGoodwill(orderId: string): Promise<Cents> {
  const order = await findOrder(db, orderId)
  return order && isBought(order) ? countPaid(db, order) : cents(0)
}

/**
 * Refunds a part of the price without cancelling anything: the journeys stay, and a credit note says
 * "price reduction". Also for journeys that are over or were cancelled too late. The holder receives
 * a mail.
 */
export async function giveGoodwill({
  orderId,
  amount,
  staff,
  overrule,
  now,
}: {
  orderId: string
  amount: Cents
  staff: StaffRequest
  /** Its limit applies to the whole sum. */
  overrule: Overrule
  now: Temporal.Instant
}): Promise<GoodwillOutcome> {
  const ended = await endAwaitedChange(orderId, now)
  if (!ended.ok) return ended
  const given = await inTransaction(async (tx): Promise<GoodwillOutcome> => {
    const order = await lockOrder(tx, orderId)
    if (!isBought(order)) return { ok: false, reason: 'no-such-booking' }
    const newer = await findChangedMeanwhile(tx, orderId, staff)
    if (newer) return newer
    const most = await countPaid(tx, order)
    const least = cents(1)
    if (amount < least || amount > most) return { ok: false, reason: 'outside-price', least, most }
    const allowed = await checkOverrule(tx, orderId, { ...staff, overrule, waived: amount, now })
    if (!allowed.ok) return allowed
    const done = await applyChange(tx, {
      order,
      kind: 'goodwill',
      by: staff.by,
      ...(staff.reason && { reason: staff.reason }),
      overruled: { code: overrule.code, waived: amount },
      replacing: [],
      money: { refund: amount, fee: cents(0), forfeited: cents(0), goodwill: amount },
      now,
    })
    if (!done.ok) throw new Error(`goodwill takes no seats, and was refused: ${done.reason}`)
    return { ok: true, changeId: done.changeId }
  })
  crashPoint('change:after-commit')
  return given
}

function isBought({ status, confirmedAt }: Order): boolean {
  return confirmedAt !== null && (status === 'confirmed' || status === 'cancelled')
}
