import { sql, type RawBuilder } from 'kysely'

import type { OverruleCode } from '#modules/orders/order/overrule.ts'
import { db } from '#platform/db.server.ts'
import { startOfDay } from '#platform/time.ts'

import type { Span } from './figures.server.ts'

/*
 * The overrules of a span: changes of bought orders, and sales free of charge, which
 * change nothing and so are only in the audit. An overrule counts on the day on which it was given.
 * A change that waits for a surcharge costs nothing yet, and one that has lapsed never will.
 */

/**
 * The rule that was overruled: of refunds, of changes, of the one later bus, that a price stays as it
 * was sold, and that a journey has a price at all.
 */
export type OverruledRule = 'refund' | 'change' | 'later-bus' | 'price' | 'fare'

export type Given = {
  rule: OverruledRule
  code: OverruleCode
  /** As the audit spells it: "staff:<id>". */
  by: string
  /** Beyond what the rules would have given. */
  waivedCents: number
}

export type GivenOverrule = Given & {
  overruleId: string
  givenAt: Temporal.Instant
  /** Null if the order has been removed after its years. */
  reference: string | null
}

/** The last overrule of a page. */
export type OverruleKey = Pick<GivenOverrule, 'givenAt' | 'overruleId'>

/** The overrules of a span, oldest first: all of them, or `limit` of them after one. */
export async function listOverrules(
  span: Span,
  { after, limit }: { after?: OverruleKey | undefined; limit?: number } = {},
): Promise<GivenOverrule[]> {
  const rest = after
    ? sql`where (given_at, overrule_id) > (${after.givenAt.toString()}::timestamptz, ${after.overruleId}::uuid)`
    : sql``
  const { rows } = await sql<GivenOverrule>`
    select overrule_id, given_at, rule, code, "by", reference, waived_cents
    from (${given(span)}) as given left join orders using (order_id) ${rest}
    order by given_at, overrule_id limit ${limit ?? null}`.execute(db)
  return rows
}

export type OverruleSum = Given & { times: number }

/** How often each person gave for each reason against each rule in a span, and what that cost. */
export async function sumOverrules(span: Span): Promise<OverruleSum[]> {
  const { rows } = await sql<OverruleSum>`
    select rule, code, "by", count(*) as times, sum(waived_cents) as waived_cents
    from (${given(span)}) as given
    group by rule, code, "by" order by waived_cents desc, times desc, rule, code, "by"`.execute(db)
  return rows
}

/**
 * A wheelchair space counts as any other change: the request is erased after the journey, and is no
 * matter of the books.
 */
function given({ from, until }: Span): RawBuilder<unknown> {
  const isIn = (moment: RawBuilder<unknown>) =>
    sql`${moment} >= ${startOfDay(from).toString()}::timestamptz
      and ${moment} < ${startOfDay(until.add({ days: 1 })).toString()}::timestamptz`
  return sql`
    select change_id as overrule_id, requested_at as given_at, overrule as code, "by", order_id, waived_cents,
      case kind when 'cancelled' then 'refund' when 'missed' then 'later-bus' when 'goodwill' then 'price'
        else 'change' end as rule
    from changes where overrule is not null and state = 'done' and ${isIn(sql`requested_at`)}
    union all
    select audit_id, entered_at, overrule, actor, substr(subject, length('order:') + 1)::uuid,
      (after ->> 'waivedCents')::int, 'fare'
    from audit_entries where overrule is not null and action = 'sold-free' and ${isIn(sql`entered_at`)}`
}
