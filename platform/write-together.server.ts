import { sql, type OperationNodeSource } from 'kysely'

import type { Tx } from './db.server.ts'

/**
 * Sends several writes as one statement, which costs one round trip. All of them see the database as
 * it was before, so none may read what another writes; a row of one may refer to a row of another,
 * since references are checked at the end of the statement.
 */
export async function writeTogether(tx: Tx, writes: readonly OperationNodeSource[]): Promise<void> {
  const [last, ...others] = writes.toReversed()
  if (!last) return
  const named = others.map((write, index) => sql`${sql.id(`write_${index + 1}`)} as (${write})`)
  const before = named.length > 0 ? sql`with ${sql.join(named)} ` : sql``
  await sql`${before}${last}`.execute(tx)
}
