import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'

import { lockMigrations } from '#platform/connection/migration-lock.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { log } from '#platform/log.server.ts'

import { endIfFrozen } from './end-if-frozen.server.ts'

/** Seconds for which a changed table may wait for readers, since all buyers queue behind it. */
export const LOCK_SECONDS = 2
/** A longer report or a backup ends sooner than this many attempts with their pauses. */
const MAX_TRIES = 60
const PAUSE_MILLISECONDS = 3000
/** Gave up waiting for a lock, or was chosen as the victim of a deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01'])

/**
 * Runs work that changes tables, again and again while others are in its way. Between the attempts
 * all that queued behind it goes on.
 */
export async function untilNothingIsInTheWay<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const { code = '', message } = error as { code?: string; message?: string }
      if (tries >= MAX_TRIES || !IN_THE_WAY.has(code)) throw error
      log.warn({ tries, problem: message }, 'The database is not prepared yet; trying again')
      await pause(PAUSE_MILLISECONDS)
    }
  }
}

/**
 * A transaction of the owner that prepares the database, while those of other programs wait for its
 * end. It holds no table for long: neither behind a reader, nor if this program freezes.
 */
export function prepareAlone<Result>(
  owner: Database,
  prepare: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return untilNothingIsInTheWay(() =>
    owner.transaction().execute(async (tx) => {
      await lockMigrations(tx)
      await sql`set local lock_timeout = ${sql.lit(`${LOCK_SECONDS}s`)}`.execute(tx)
      await endIfFrozen(tx)
      return prepare(tx)
    }),
  )
}
