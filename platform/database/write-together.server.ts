import { sql, type OperationNodeSource } from 'kysely'

import type { Database, Tx } from '#platform/db.server.ts'

/**
 * Sends several writes as one statement, which costs one round trip. All of them see the database as
 * it was before, so none may read what another writes, unless it selects from the name of one that
 * stands before it and returns something. A row of one may refer to a row of another, since references
 * are checked at the end of the statement. Two of them never change the same row.
 *
 * @param writes by name, or as a list if none has to be named
 * @returns what the last one returns
 */
export async function writeTogether<Row>(
  tx: Tx | Database,
  writes: Readonly<Record<string, OperationNodeSource>> | readonly OperationNodeSource[],
): Promise<Row[]> {
  const named = Array.isArray(writes)
    ? writes.map((write, index) => [nameOfWrite(index + 1), write] as const)
    : Object.entries(writes).map(([name, write]) => [sql.id(name), write] as const)
  const last = named.at(-1)
  if (!last) return []
  const others = named.slice(0, -1).map(([name, write]) => sql`${name} as (${write})`)
  const before = others.length > 0 ? sql`with ${sql.join(others)} ` : sql``
  const { rows } = await sql<Row>`${before}${last[1]}`.execute(tx)
  return rows
}

/** The name by which a later write selects from one of a list; the first is number 1. */
export function nameOfWrite(number: number) {
  return sql.id(`write_${number}`)
}
