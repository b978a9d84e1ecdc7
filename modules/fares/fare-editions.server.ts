import { sql } from 'kysely'

import { actorText, type Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db.server.ts'

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
