import { setTimeout as pause } from 'node:timers/promises'

import { isOfName } from './connection/named-statements.server.ts'
import { connect, db, directUrl, insideTransaction, type Database, type Tx } from './db.server.ts'

/**
 * Conflicts worth another try: two transactions in each other's way, a long wait for the lock of a
 * bus, or a bus that a new timetable removed after it was read. The database has undone our
 * transaction, so all of it may run again. So it is with a statement whose name no longer counts.
 */
const WORTH_ANOTHER_TRY = new Set(['40001', '40P01', '55P03', '23503'])
const MAX_TRIES = 3
const MAX_JITTER_MILLISECONDS = 40

/**
 * Runs one transaction. A refusal rolls back everything written before it, so a late refusal needs
 * no clean-up. Inside it no other program is called, and every query goes through `tx`.
 */
export async function inTransaction<Outcome>(run: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
  let afterwards: (() => void)[] = []
  try {
    const done = await inTransactionOn(db, async (tx) => {
      afterwards = []
      const outcome = await insideTransaction.run(afterwards, () => run(tx))
      if (isRefusal(outcome)) throw new Refused(outcome)
      return outcome
    })
    for (const tell of afterwards) tell()
    return done
  } catch (error) {
    if (error instanceof Refused) return error.outcome as Outcome
    throw error
  }
}

/**
 * Calls `tell` once the transaction under way has committed, and never if it is rolled back; at once
 * outside of `inTransaction`. For counts, which no rollback takes back; `tell` must not throw.
 */
export function afterCommit(tell: () => void): void {
  const afterwards = insideTransaction.getStore()
  if (afterwards) afterwards.push(tell)
  else tell()
}

/** A transaction without time limits, on a connection of its own, for which no visitor waits. */
export async function inPatientTransaction<Outcome>(
  run: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  const own = connect(directUrl, { patient: true })
  return inTransactionOn(own, run).finally(() => own.destroy())
}

/**
 * A transaction on the connections of this database. If the database undoes it, all of it is
 * retried.
 */
export async function inTransactionOn<Outcome>(
  database: Database,
  run: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  return retryConflicts(() => database.transaction().execute(run))
}

/** Runs a statement that needs no other beside it, and is retried in the same cases. */
export async function retryConflicts<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      const isWorthIt = WORTH_ANOTHER_TRY.has(code) || isOfName(error)
      if (tries >= MAX_TRIES || !isWorthIt) throw error
      await pause(Math.random() * MAX_JITTER_MILLISECONDS)
    }
  }
}

function isRefusal(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false
}

class Refused extends Error {
  readonly outcome: unknown

  constructor(outcome: unknown) {
    super('refused')
    this.outcome = outcome
  }
}
