import { sql } from 'kysely'

import type { ReceiptSeries } from '#modules/tickets/ticket.ts'
import { db } from '#platform/db.server.ts'

import type { Span } from './figures.server.ts'
import { issuedIn } from './vat-report.server.ts'

export type IssuedDocument = {
  series: ReceiptSeries
  number: number
  issuedAt: Temporal.Instant
  /** Null if its order has been removed after its years. */
  reference: string | null
  vatPercent: number
  vatCents: number
  totalCents: number
}

/** The last document of a page. */
export type DocumentKey = Pick<IssuedDocument, 'issuedAt' | 'series' | 'number'>

/** Documents of one statement, so that a file of very many holds up the database only for moments. */
const READ_AT_ONCE = 10_000

type Part = { after?: DocumentKey | undefined; limit: number }

/** The documents issued in a span, oldest first: `limit` of them, after one if it is given. */
export async function listDocumentsIssued(
  span: Span,
  { after, limit }: Part,
): Promise<IssuedDocument[]> {
  const documents = await readDocuments(span, { after, limit: Math.min(limit, READ_AT_ONCE) })
  if (limit <= READ_AT_ONCE || documents.length < READ_AT_ONCE) return documents
  const rest = { after: documents.at(-1), limit: limit - READ_AT_ONCE }
  return documents.concat(await listDocumentsIssued(span, rest))
}

async function readDocuments(span: Span, { after, limit }: Part): Promise<IssuedDocument[]> {
  const rest = after
    ? sql`and (issued_at, series, number) > (${after.issuedAt.toString()}::timestamptz, ${after.series}, ${after.number})`
    : sql``
  const { rows } = await sql<IssuedDocument>`
    select series, number, issued_at, reference,
      receipts.vat_percent::float8 as vat_percent, vat_cents, total_cents
    from receipts left join orders using (order_id)
    where ${issuedIn(span)} ${rest}
    order by issued_at, series, number limit ${limit}`.execute(db)
  return rows
}
