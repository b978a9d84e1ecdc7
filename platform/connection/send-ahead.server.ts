import type { CompiledQuery, DatabaseConnection, QueryResult, Transaction } from 'kysely'

import type { DB } from '#db/types.ts'

/*
 * A lock is held from its statement to the commit. In between, our thread has other visitors to
 * serve, while everybody who waits for the lock waits for our thread. So a statement whose answer
 * is not needed is sent without waiting: the next one of the transaction, or its commit, follows at
 * once.
 */

type Tx = Transaction<DB>
/** A statement of Kysely, or one in `sql`. */
type Statement = { compile: (tx: Tx) => CompiledQuery }

const aheads = new WeakSet<CompiledQuery>()
const NOTHING: QueryResult<never> = { rows: [] }

/**
 * Sends a statement whose rows nobody reads. If it fails, so does the next statement of the
 * transaction, or its commit, with the fault of this one.
 */
export async function sendAhead(tx: Tx, statement: Statement): Promise<void> {
  const compiled = statement.compile(tx)
  aheads.add(compiled)
  await tx.executeQuery(compiled)
}

/** Lets a connection, whose driver sends statements in a pipeline, send some ahead. */
export function letSendAhead(connection: DatabaseConnection): void {
  const ask = connection.executeQuery.bind(connection)
  let sent: Promise<unknown>[] = []
  connection.executeQuery = async function send<Row>(...[query, options]: Parameters<typeof ask>) {
    if (aheads.has(query)) {
      const answer = ask(query, options)
      // Its fault is reported by the statement behind it.
      answer.catch(() => {})
      sent.push(answer)
      return NOTHING
    }
    const before = sent
    sent = []
    try {
      const result = await ask<Row>(query, options)
      // The database answers the commit of a transaction that failed with a rollback.
      if (query.sql === 'commit') await Promise.all(before)
      return result
    } catch (error) {
      await Promise.all(before)
      throw error
    }
  }
}
