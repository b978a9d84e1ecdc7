import { sql } from 'kysely'

import type { ReceiptSeries } from '#modules/tickets/ticket.ts'
import { db } from '#platform/db.server.ts'
import { startOfDay } from '#platform/time.ts'

import type { Span } from './figures.server.ts'

/** The documents of one series and VAT rate that were issued in a span. Credit notes are positive. */
export type VatRow = {
  series: ReceiptSeries
  vatPercent: number
  documents: number
  firstNumber: number
  lastNumber: number
  /** Without VAT. */
  baseCents: number
  vatCents: number
  totalCents: number
}

/** The documents of a span by series and rate: receipts first, each by its lowest rate first. */
export async function listVat(span: Span): Promise<VatRow[]> {
  const { rows } = await sql<VatRow>`
    select series, vat_percent::float8 as vat_percent, count(*) as documents,
      min(number) as first_number, max(number) as last_number,
      sum(total_cents - vat_cents) as base_cents, sum(vat_cents) as vat_cents, sum(total_cents) as total_cents
    from receipts where ${issuedIn(span)}
    group by series, vat_percent order by series desc, vat_percent`.execute(db)
  return rows
}

export type MissingNumber = { series: ReceiptSeries; number: number }

/**
 * Numbers between the first and the last of a span that are not of the span, up to a hundred. The
 * series have no gaps (I7): such a document was issued on the other side of a midnight. Numbers are
 * looked for only where there are fewer documents than numbers.
 */
export async function listNumbersElsewhere(span: Span): Promise<MissingNumber[]> {
  const { rows } = await sql<MissingNumber>`
    with counted as (
      select series, min(number) as first, max(number) as last, count(*) as documents
      from receipts where ${issuedIn(span)} group by series)
    select series, each.number
    from counted cross join lateral generate_series(first, last) as each (number)
    where documents < last - first + 1 and not exists (
      select from receipts
      where receipts.series = counted.series and receipts.number = each.number and ${issuedIn(span)})
    order by series desc, each.number limit 100`.execute(db)
  return rows
}

/** Whether a row of `receipts` was issued in a span. */
export function issuedIn({ from, until }: Span) {
  const end = startOfDay(until.add({ days: 1 }))
  return sql`issued_at >= ${startOfDay(from).toString()}::timestamptz and issued_at < ${end.toString()}::timestamptz`
}
