import { noteGiven } from '#modules/approvals/given.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import {
  mayWaive,
  type Overrule,
  type OverruleRefusal,
  type StaffRequest,
} from '#modules/orders/order/overrule.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { findNewerEntries, type Entry } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'

/** The order was changed after the page of the member of staff was shown; by these entries. */
export type ChangedMeanwhile = { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }

export type StaffRefusal = ChangedMeanwhile | OverruleRefusal | ColleagueRefusal

/** To be called under the lock of the order. */
export async function findChangedMeanwhile(
  tx: Tx,
  orderId: string,
  { seen }: Pick<StaffRequest, 'seen'>,
): Promise<ChangedMeanwhile | undefined> {
  const entries = await findNewerEntries(tx, `order:${orderId}`, seen)
  return entries.length > 0 ? { ok: false, reason: 'changed-meanwhile', entries } : undefined
}

type Giving = StaffRequest & { overrule: Overrule; waived: Cents; now: Temporal.Instant }

/** Whether the person may give this on the order, whose row is locked; then it is noted as given today. */
export async function checkOverrule(
  tx: Tx,
  orderId: string,
  { by, reason, overrule, waived, now }: Giving,
): Promise<{ ok: true } | OverruleRefusal | ColleagueRefusal> {
  const { mayWaiveCents } = overrule
  const given = await sumOfWaived(tx, orderId, by)
  const allowed = mayWaive({ reason, mayWaiveCents, waived, given })
  if (!allowed.ok) return allowed
  const wanted = { kind: 'given', subject: `order:${orderId}`, amountCents: waived } as const
  return noteGiven(tx, { ...wanted, by, now })
}

/** The sum that a person has given against the rules on this order so far. */
async function sumOfWaived(tx: Tx, orderId: string, by: Actor): Promise<Cents> {
  const { total } = await tx
    .selectFrom('changes')
    .select((change) => change.fn.sum('waivedCents').as('total'))
    .where('orderId', '=', orderId)
    .where('by', '=', actorText(by))
    .where('state', '!=', 'lapsed')
    .executeTakeFirstOrThrow()
  return cents(Number(total ?? 0))
}
