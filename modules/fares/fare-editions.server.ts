import { sql } from 'kysely'

import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import type { Fare } from './fares.ts'

type NewEdition = {
  by: Actor
  now: Temporal.Instant
  /** The first day of boarding that has other fares than before; null: all days may have. */
  begins: Temporal.PlainDate | null
  /** The edition that is published again. */
  backTo?: number
}

/** Lets others read fares, and nobody write any: each edition is made of the one before. */
export async function lockFares(tx: Tx): Promise<void> {
  await sql`lock table fares in share row exclusive mode`.execute(tx)
}

/** Keeps the fares as this transaction has left them (I21). */
export async function keepEdition(tx: Tx, edition: NewEdition): Promise<void> {
  const { by, now, begins, backTo = null } = edition
  await sql`
    insert into fare_editions (edition, fares, begins, back_to, made_by, made_at)
    select (select coalesce(max(edition), 0) + 1 from fare_editions),
      (select coalesce(jsonb_agg(to_jsonb(fares)), '[]') from fares),
      ${begins}, ${backTo}, ${actorText(by)}, ${now}`.execute(tx)
}

/** The edition in force; null if none is kept. */
export async function findNewestEdition(tx: Database | Tx): Promise<number | null> {
  const { edition } = await tx
    .selectFrom('fareEditions')
    .select(({ fn }) => fn.max('edition').as('edition'))
    .executeTakeFirstOrThrow()
  return edition
}

/** The fares of an edition as they were published; none if there is no such edition. */
export async function listFaresOf(tx: Database | Tx, edition: number): Promise<Fare[]> {
  const { rows } = await sql<Fare>`
    select kept.* from fare_editions, jsonb_to_recordset(fare_editions.fares) as kept (
      from_stop_id text, to_stop_id text, passenger_category text, valid_from date, fare_cents int)
    where edition = ${edition}`.execute(tx)
  return rows
}

export type FareEdition = {
  edition: number
  begins: Temporal.PlainDate | null
  backTo: number | null
  /** As an actor of the audit. */
  madeBy: string
  madeAt: Temporal.Instant
}

/** The fares as they were published, the newest first. */
export async function listFareEditions(): Promise<FareEdition[]> {
  return db
    .selectFrom('fareEditions')
    .select(['edition', 'begins', 'backTo', 'madeBy', 'madeAt'])
    .orderBy('edition', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

/** Older ones are kept, but nobody goes back to them. */
const MOST_LISTED = 50
