import { sql, type RawBuilder } from 'kysely'

import { db } from '#platform/db.server.ts'
import { startOfDay } from '#platform/time.ts'

import { dayOf } from './figures-of-days.server.ts'
import type { Span } from './figures.server.ts'

/*
 * The tills of a span, each on the day on which it was opened. Their sums are those of the ledger:
 * sales less refunds are what the account of the till has of orders, and the differences less the
 * corrections are what `till-difference` has.
 */

/** Money of one till, or of several. What was paid in or out is cash, and negative if it went out. */
export type TillMoney = {
  cashSalesCents: number
  terminalSalesCents: number
  cashRefundsCents: number
  terminalRefundsCents: number
  movedCents: number
  /** Counted, less expected. */
  differenceCents: number
  /** The part of the difference that was explained by entries made after the count. */
  correctedCents: number
}

export type TillOfReport = TillMoney & {
  sessionId: string
  staffId: string
  openedAt: Temporal.Instant
  closedAt: Temporal.Instant | null
  floatCents: number
  /** Null while the till is open: its count is blind. */
  countedCents: number | null
}

/** The last till of a page. */
export type TillPlace = Pick<TillOfReport, 'openedAt' | 'sessionId'>

/** The tills that were opened in a span, oldest first: all of them, or `limit` of them after one. */
export async function listTillsOfSpan(
  span: Span,
  { after, limit }: { after?: TillPlace | undefined; limit?: number } = {},
): Promise<TillOfReport[]> {
  const rest = after
    ? sql`and (opened_at, session_id) > (${after.openedAt.toString()}::timestamptz, ${after.sessionId}::uuid)`
    : sql``
  const { rows } = await sql<TillOfReport>`
    select session_id, staff_id, opened_at, closed_at, float_cents, counted_cents, ${MONEY}
    from (select * from till_sessions where ${isOpenedIn(span)} ${rest}
      order by opened_at, session_id limit ${limit ?? null}) as session
    cross join lateral ${ENTERED} as entered
    order by opened_at, session_id`.execute(db)
  return rows
}

export type TillSum = TillMoney & {
  day: Temporal.PlainDate
  staffId: string
  tills: number
}

/** The money of the tills of each day and seller, in the order of days. */
export async function sumTills(span: Span): Promise<TillSum[]> {
  const { rows } = await sql<TillSum>`
    select day, staff_id, count(*) as tills,
      sum(cash_sales_cents) as cash_sales_cents, sum(terminal_sales_cents) as terminal_sales_cents,
      sum(cash_refunds_cents) as cash_refunds_cents, sum(terminal_refunds_cents) as terminal_refunds_cents,
      sum(moved_cents) as moved_cents, sum(difference_cents) as difference_cents,
      sum(corrected_cents) as corrected_cents
    from (select ${dayOf(sql`opened_at`)} as day, staff_id, ${MONEY}
      from till_sessions as session cross join lateral ${ENTERED} as entered
      where ${isOpenedIn(span)}) as till
    group by day, staff_id order by day, staff_id`.execute(db)
  return rows
}

const MONEY = sql`cash_sales_cents, terminal_sales_cents, cash_refunds_cents, terminal_refunds_cents,
  moved_cents, coalesce(difference_cents, 0) as difference_cents, corrected_cents`

const ENTERED = sql`(
  select ${sumOf(sql`kind = 'sale' and means = 'cash'`)} as cash_sales_cents,
    ${sumOf(sql`kind = 'sale' and means = 'card-terminal'`)} as terminal_sales_cents,
    ${sumOf(sql`kind = 'refund' and means = 'cash'`)} as cash_refunds_cents,
    ${sumOf(sql`kind = 'refund' and means = 'card-terminal'`)} as terminal_refunds_cents,
    ${sumOf(sql`kind in ('paid-in', 'paid-out')`)} as moved_cents,
    ${sumOf(sql`kind = 'correction'`)} as corrected_cents
  from till_entries where till_entries.session_id = session.session_id)`

function sumOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(sum(amount_cents) filter (where ${condition}), 0)::int`
}

function isOpenedIn({ from, until }: Span): RawBuilder<unknown> {
  const end = startOfDay(until.add({ days: 1 }))
  return sql`opened_at >= ${startOfDay(from).toString()}::timestamptz and opened_at < ${end.toString()}::timestamptz`
}
