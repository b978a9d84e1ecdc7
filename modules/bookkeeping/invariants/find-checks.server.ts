import { db } from '#platform/db.server.ts'

import { PROMISES } from './check-invariants.server.ts'

export type InvariantId = keyof typeof PROMISES

export type Breach = { sentence: string; firstSeenAt: Temporal.Instant }

/** The breaches that the last look at the invariants found, the oldest first. */
export async function listBreaches(): Promise<Breach[]> {
  return db
    .selectFrom('knownBreaches')
    .select(['sentence', 'firstSeenAt'])
    .orderBy('firstSeenAt')
    .orderBy('sentence')
    .execute()
}

/** A look at all invariants, with the number of breaches of each that it looked at. */
export type LastCheck = {
  checkedAt: Temporal.Instant
  milliseconds: number
  breaches: Partial<Record<InvariantId, number>>
}

/** The last look at the invariants; undefined if there was none yet. */
export async function findLastCheck(): Promise<LastCheck | undefined> {
  const check = await db
    .selectFrom('invariantChecks')
    .selectAll()
    .orderBy('checkedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return check && { ...check, breaches: check.breaches as LastCheck['breaches'] }
}

/** When everything was last looked at; undefined if it never was. */
export async function findLastWholeCheck(): Promise<Temporal.Instant | undefined> {
  const check = await db
    .selectFrom('invariantChecks')
    .select('checkedAt')
    .where('isWhole', '=', true)
    .orderBy('checkedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return check?.checkedAt
}
