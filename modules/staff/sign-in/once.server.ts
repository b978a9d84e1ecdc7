import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

/** After this time an act without an answer counts as failed, and its form may be sent again. */
const SECONDS_UNDER_WAY = 30

/** An act whose form was sent before. */
export type Known = { state: 'under-way' } | { state: 'done'; answer: string }
export type Claim = { state: 'new' } | Known

type Act = { once: string; staffId: string; now: Temporal.Instant }

/**
 * Claims the act of a form, so that sending the form again does nothing: a double click, a reload,
 * or a second tab. `once` is the key that the form was rendered with.
 */
export async function claimAct({ once, staffId, now }: Act): Promise<Claim> {
  const claimed = await db
    .insertInto('staffActs')
    .values({ once, staffId, at: now })
    .onConflict((conflict) =>
      conflict
        .column('once')
        .doUpdateSet({ at: now })
        .where('staffActs.answered', 'is', null)
        .where('staffActs.at', '<', lostBefore(now)),
    )
    .returning('once')
    .executeTakeFirst()
  if (claimed) return { state: 'new' }
  const earlier = await db
    .selectFrom('staffActs')
    .select('answered')
    .where('once', '=', once)
    .executeTakeFirst()
  return earlier?.answered ? { state: 'done', answer: earlier.answered } : { state: 'under-way' }
}

function lostBefore(now: Temporal.Instant): Temporal.Instant {
  return now.subtract({ seconds: SECONDS_UNDER_WAY })
}

/** The state of the member's form, without claiming it; undefined if it can be claimed. */
export async function findAct({ once, staffId, now }: Act): Promise<Known | undefined> {
  const earlier = await db
    .selectFrom('staffActs')
    .select(['answered', 'at'])
    .where('once', '=', once)
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  if (!earlier) return undefined
  if (earlier.answered) return { state: 'done', answer: earlier.answered }
  return isBefore(earlier.at, lostBefore(now)) ? undefined : { state: 'under-way' }
}

/** After this time the page to which an act led no longer reports it. */
const SECONDS_TOLD = 30

/**
 * The moment of the member's act that has just led to this address (path and query); undefined if
 * none did in the last half minute.
 */
export async function findJustDone(asked: {
  staffId: string
  address: string
  now: Temporal.Instant
}): Promise<Temporal.Instant | undefined> {
  const { staffId, address, now } = asked
  const act = await db
    .selectFrom('staffActs')
    .select('at')
    .where('at', '>', now.subtract({ seconds: SECONDS_TOLD }))
    .where('staffId', '=', staffId)
    .where((its) => its(its.fn('split_part', ['answered', its.val('#'), its.val(1)]), '=', address))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return act?.at
}

/** Notes the address to which a finished act leads, in case its form is sent a second time. */
export async function finishAct(once: string, answered: string): Promise<void> {
  await db.updateTable('staffActs').set({ answered }).where('once', '=', once).execute()
}

/** Forgets a claim whose act was refused or failed: the same form may be sent again. */
export async function releaseAct(once: string): Promise<void> {
  await db.deleteFrom('staffActs').where('once', '=', once).where('answered', 'is', null).execute()
}
