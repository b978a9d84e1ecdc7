import { sql, type OperationNodeSource } from 'kysely'

import type { Database, Tx } from './db.server.ts'

/**
 * Sends several writes as one statement, which costs one round trip. All of them see the database as
 * it was before, so none may read what another writes; a row of one may refer to a row of another,
 * since references are checked at the end of the statement. Two of them never change the same row.
 *
 * @returns what the last one returns
 */
export async function writeTogether<Row>(
  tx: Tx | Database,
  writes: readonly OperationNodeSource[],
): Promise<Row[]> {
  const last = writes.at(-1)
  if (!last) return []
  const others = writes.slice(0, -1)
  const named = others.map((write, index) => sql`${sql.id(`write_${index + 1}`)} as (${write})`)
  const before = named.length > 0 ? sql`with ${sql.join(named)} ` : sql``
  const { rows } = await sql<Row>`${before}${last}`.execute(tx)
  return rows
}
