import { setTimeout as pause } from 'node:timers/promises'

import { connect, databaseUrl, db, insideTransaction, type Database, type Tx } from './db.server.ts'

/**
 * Two transactions in each other's way, one in a long line for the same bus, or a bus that a new
 * timetable took away after it was read: the database undid ours, and all of it may run again.
 */
const WORTH_ANOTHER_TRY = new Set(['40001', '40P01', '55P03', '23503'])
const MAX_TRIES = 3
const MAX_JITTER_MILLISECONDS = 40

/**
 * Runs one transaction. An outcome that is a refusal takes back everything written on the way to
 * it, so whoever says no late needs no clean-up. No other program is called inside, and nothing is
 * asked but through `tx`.
 */
export async function inTransaction<Outcome>(run: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await inTransactionOn(db, async (tx) => {
      const outcome = await insideTransaction.run(true, () => run(tx))
      if (isRefusal(outcome)) throw new Refused(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Refused) return error.outcome as Outcome
    throw error
  }
}

/** One that takes the time it needs, on a line of its own: nobody waits for it. */
export async function inPatientTransaction<Outcome>(
  run: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  const own = connect(databaseUrl, { patient: true })
  return inTransactionOn(own, run).finally(() => own.destroy())
}

/** One on the connections of this database. What the database undid is tried again, whole. */
export async function inTransactionOn<Outcome>(
  database: Database,
  run: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction().execute(run)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (tries >= MAX_TRIES || !WORTH_ANOTHER_TRY.has(code)) throw error
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
