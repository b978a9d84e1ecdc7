import { sql } from 'kysely'

import { forgetTimetable } from '#modules/timetable/editions.server.ts'
import { adoptCompany, company, operator, type Company } from '#operator'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'
import { lookEachSecond, type Looking } from '#platform/look-often.server.ts'
import { afterCommit, inTransaction } from '#platform/transaction.server.ts'

import {
  differingFields,
  fieldsOf,
  readCompany,
  type CompanyField,
  type CompanyFields,
  type CompanyProblem,
} from './company-fields.ts'

const MAX_EDITIONS_LISTED = 50

/** `base`: the edition that the page showed. */
type Changing = { base: number; by: Actor; now: Temporal.Instant }

export type CompanyOutcome =
  | { ok: true; edition: number }
  | { ok: false; reason: 'problems'; problems: CompanyProblem[] }
  | { ok: false; reason: 'changed-meanwhile' | 'nothing-changed' | 'no-such-edition' }

/** Keeps the details in operator.ts as the first edition, at the first start. */
export async function keepFirstEdition(now: Temporal.Instant): Promise<void> {
  const madeBy = actorText({ kind: 'import', name: 'start' })
  await sql`
    insert into company_editions (edition, company, made_by, made_at)
    values (1, ${JSON.stringify(operator)}, ${madeBy}, ${now})
    on conflict do nothing`.execute(db)
}

export type CheckOutcome =
  | { ok: true; after: CompanyFields }
  | Extract<CompanyOutcome, { reason: 'problems' }>

/** Reads and checks the typed fields, and saves nothing. */
export function checkTyped(typed: CompanyFields, now: Temporal.Instant): CheckOutcome {
  const { company: after, problems } = readCompany(typed, company(), yearOf(now))
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  return { ok: true, after: fieldsOf(after) }
}

/** Makes a new edition of the typed fields, unless a colleague has made one since the page was opened. */
export async function saveCompany(
  wish: Changing & { typed: CompanyFields },
): Promise<CompanyOutcome> {
  const { typed, now } = wish
  return change(wish, async (_tx, before) => {
    const { company: after, problems } = readCompany(typed, before, yearOf(now))
    return problems.length > 0 ? { ok: false, reason: 'problems', problems } : { after }
  })
}

/** Makes a new edition with the details of an earlier one. */
export async function restoreCompany(wish: Changing & { backTo: number }): Promise<CompanyOutcome> {
  const { backTo } = wish
  return change(wish, async (tx) => {
    const earlier = await tx
      .selectFrom('companyEditions')
      .select('company')
      .where('edition', '=', backTo)
      .executeTakeFirst()
    if (!earlier) return { ok: false, reason: 'no-such-edition' }
    return { after: whole(earlier.company), backTo }
  })
}

type Change = { after: Company; backTo?: number }

async function change(
  { base, by, now }: Changing,
  make: (tx: Tx, before: Company) => Promise<Change | Extract<CompanyOutcome, { ok: false }>>,
): Promise<CompanyOutcome> {
  return inTransaction(async (tx) => {
    // Others may read meanwhile, and nobody write: each edition is made of the one before.
    await sql`lock table company_editions in share row exclusive mode`.execute(tx)
    const newest = await selectNewest(tx)
    if (newest?.edition !== base) return { ok: false, reason: 'changed-meanwhile' }
    const before = whole(newest.company)
    const made = await make(tx, before)
    if (!('after' in made)) return made
    const { after, backTo = null } = made
    const [was, is] = [fieldsOf(before), fieldsOf(after)]
    const changed = differingFields(was, is)
    if (changed.length === 0) return { ok: false, reason: 'nothing-changed' }
    const edition = base + 1
    await tx
      .insertInto('companyEditions')
      .values({
        edition,
        company: JSON.stringify(after),
        backTo,
        madeBy: actorText(by),
        madeAt: now,
      })
      .execute()
    await audit(tx, {
      by,
      subject: 'company',
      action: backTo === null ? 'company-changed' : 'company-restored',
      before: pick(was, changed),
      after: pick(is, changed),
      now,
    })
    afterCommit(() => adopt(edition, after))
    return { ok: true, edition }
  })
}

function pick(fields: CompanyFields, names: CompanyField[]): object {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}

export type CompanyEdition = {
  edition: number
  company: Company
  backTo: number | null
  madeBy: string
  madeAt: Temporal.Instant
}

/** The editions, the newest first. */
export async function listCompanyEditions(): Promise<CompanyEdition[]> {
  const rows = await db
    .selectFrom('companyEditions')
    .selectAll()
    .orderBy('edition', 'desc')
    .limit(MAX_EDITIONS_LISTED)
    .execute()
  return rows.map((row) => ({ ...row, company: whole(row.company) }))
}

/** The edition that a new document names; null while none is kept. */
export const NEWEST_COMPANY = sql<number | null>`(select max(edition) from company_editions)`

/** The company in each of these editions; null means the first, which is older than all documents. */
export async function findCompanies(
  editions: readonly (number | null)[],
): Promise<(edition: number | null) => Company> {
  const numbers = [...new Set(editions.map(numberOf))]
  const rows = await db
    .selectFrom('companyEditions')
    .select(['edition', 'company'])
    .where('edition', '=', sql<number>`any(${numbers})`)
    .execute()
  const found = new Map(rows.map((row) => [row.edition, row.company]))
  return (edition) => whole(found.get(numberOf(edition)))
}

function numberOf(edition: number | null): number {
  return edition ?? 1
}

function selectNewest(from: Tx | typeof db) {
  return from
    .selectFrom('companyEditions')
    .select(['edition', 'company'])
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Fills in the fields and languages that an edition of an earlier release lacks. */
function whole(kept: unknown): Company {
  const said = kept as Partial<Company> | undefined
  return { ...operator, ...said, address: { ...operator.address, ...said?.address } }
}

/** The edition that this process uses. */
let adopted = 0

function adopt(edition: number, said: Company): void {
  if (edition <= adopted) return
  adopted = edition
  adoptCompany(said)
  log.info({ edition }, 'The company has another edition')
  forgetTimetable()
}

/**
 * Keeps this process at the newest edition of the company: from now on, and within a second of each change by another
 * process. While the database cannot be reached, the company stays as it is known.
 */
export async function followCompany(): Promise<Looking> {
  await look().catch(() => {})
  return lookEachSecond(look)
}

async function look(): Promise<void> {
  const newest = await selectNewest(db)
  if (newest) adopt(newest.edition, whole(newest.company))
}

function yearOf(now: Temporal.Instant): number {
  return now.toZonedDateTimeISO('UTC').year
}
