import { sql, type OperationNodeSource, type RawBuilder } from 'kysely'

import { sendAhead } from './connection/send-ahead.server.ts'
import type { Database, Tx } from './db.server.ts'

type Writes = Readonly<Record<string, OperationNodeSource>> | readonly OperationNodeSource[]

/**
 * Sends several writes as one statement, which costs one round trip. All of them see the database as
 * it was before, so none may read what another writes, unless it selects from the name of one that
 * stands before it and returns something. A row of one may refer to a row of another, since references
 * are checked at the end of the statement. Two of them never change the same row.
 *
 * @param writes by name, or as a list if none has to be named
 * @returns what the last one returns
 */
export async function writeTogether<Row>(tx: Tx | Database, writes: Writes): Promise<Row[]> {
  return (await joined<Row>(writes)?.execute(tx))?.rows ?? []
}

/** The same, sent ahead of what the transaction asks next: for writes of which nothing is read. */
export async function writeAhead(tx: Tx, writes: Writes): Promise<void> {
  const together = joined(writes)
  if (together) await sendAhead(tx, together)
}

function joined<Row>(writes: Writes): RawBuilder<Row> | undefined {
  const named = Array.isArray(writes)
    ? writes.map((write, index) => [nameOfWrite(index + 1), write] as const)
    : Object.entries(writes).map(([name, write]) => [sql.id(name), write] as const)
  const last = named.at(-1)
  if (!last) return undefined
  const others = named.slice(0, -1).map(([name, write]) => sql`${name} as (${write})`)
  const before = others.length > 0 ? sql`with ${sql.join(others)} ` : sql``
  return sql<Row>`${before}${last[1]}`
}

/** The name by which a later write selects from one of a list; the first is number 1. */
export function nameOfWrite(number: number) {
  return sql.id(`write_${number}`)
}
