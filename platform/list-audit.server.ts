import { sql, type RawBuilder } from 'kysely'

import { db } from './db.server.ts'

/** An entry of the audit with what it changed. */
export type AuditedAct = {
  auditId: string
  enteredAt: Temporal.Instant
  /** As in the audit: "staff:<id>". */
  actor: string
  subject: string
  action: string
  reason: string | null
  overrule: string | null
  requestId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The moment and id of an entry, from which a list goes on. */
export type AuditPlace = { enteredAt: Temporal.Instant; auditId: string }

export type AuditFilter = {
  actor?: string | undefined
  /** The kind of the subject: the part before its colon, or before the slash of older entries. */
  kind?: string | undefined
  /** Any of these subjects. */
  subjects?: readonly string[] | undefined
  from?: Temporal.Instant | undefined
  until?: Temporal.Instant | undefined
  /** A part of the reason, in capitals or small letters. */
  word?: string | undefined
}

type Page = {
  /** Only entries older than this one, or only those newer than it. */
  olderThan?: AuditPlace | undefined
  newerThan?: AuditPlace | undefined
  most: number
}

/** Entries that are read one by one for a word before its index is asked. */
const MAX_READ = 5000

/**
 * Entries of the audit, the newest first. A common word is soon found in their order; the index of
 * words is quick for a rare one alone, and the planner cannot tell the two apart.
 */
export async function listAudit(filter: AuditFilter, page: Page): Promise<AuditedAct[]> {
  const { word } = filter
  if (!word) return select(entriesOf(filter, page, page.most), page)
  const nearest = sql`(${entriesOf({ ...filter, word: undefined }, page, MAX_READ)})`
  const found = await select(among(nearest, word, page), page)
  if (found.length === page.most) return found
  return select(entriesOf(filter, page, page.most), page)
}

async function select(query: Query, { newerThan }: Page): Promise<AuditedAct[]> {
  const { rows } = await sql<AuditedAct>`${query}`.execute(db)
  return newerThan ? rows.toReversed() : rows
}

type Query = RawBuilder<unknown>

/** Exported for the test of its plan. */
export function entriesOf(filter: AuditFilter, page: Page, most: number): Query {
  const { olderThan, newerThan } = page
  const conditions = [
    ...conditionsOf(filter),
    ...(olderThan ? [sql`(entered_at, audit_id) < ${placeOf(olderThan)}`] : []),
    ...(newerThan ? [sql`(entered_at, audit_id) > ${placeOf(newerThan)}`] : []),
  ]
  return sql`
    select audit_id, entered_at, actor, subject, action, reason, overrule, request_id, before, after
    from audit_entries
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    ${inOrder(page, most)}`
}

function among(entries: Query, word: string, page: Page): Query {
  return sql`select * from ${entries} as entries where ${hasWord(word)} ${inOrder(page, page.most)}`
}

function inOrder({ newerThan }: Page, most: number): Query {
  const direction = newerThan ? sql`asc` : sql`desc`
  return sql`order by entered_at ${direction}, audit_id ${direction} limit ${most}`
}

function placeOf({ enteredAt, auditId }: AuditPlace) {
  return sql`(${enteredAt}::timestamptz, ${auditId}::uuid)`
}

function conditionsOf({ actor, kind, subjects, from, until, word }: AuditFilter) {
  return [
    ...(actor ? [sql`actor = ${actor}`] : []),
    ...(kind ? [sql`substring(subject from '^[^:/]*') = ${kind}`] : []),
    ...(subjects ? [sql`subject = any(${[...subjects]})`] : []),
    ...(from ? [sql`entered_at >= ${from}`] : []),
    ...(until ? [sql`entered_at < ${until}`] : []),
    ...(word ? [hasWord(word)] : []),
  ]
}

function hasWord(word: string): Query {
  return sql`lower(reason) like lower(${`%${escapeLike(word)}%`})`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
