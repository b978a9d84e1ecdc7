import { db } from '#platform/db.server.ts'

/** After this time an act without an answer counts as failed, and its form may be sent again. */
const SECONDS_UNDER_WAY = 30

export type Claim = { state: 'new' } | { state: 'under-way' } | { state: 'done'; answer: string }

type Act = { once: string; staffId: string; now: Temporal.Instant }

/**
 * Claims the act of a form, so that sending the form again does nothing: a double click, a reload,
 * or a second tab. `once` is the key that the form was rendered with.
 */
export async function claimAct({ once, staffId, now }: Act): Promise<Claim> {
  const lost = now.subtract({ seconds: SECONDS_UNDER_WAY })
  const claimed = await db
    .insertInto('staffActs')
    .values({ once, staffId, at: now })
    .onConflict((conflict) =>
      conflict
        .column('once')
        .doUpdateSet({ at: now })
        .where('staffActs.answered', 'is', null)
        .where('staffActs.at', '<', lost),
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

/** The address to which the member's form led when it was carried out; undefined if it was not. */
export async function findAnswer(act: Omit<Act, 'now'>): Promise<string | undefined> {
  const earlier = await db
    .selectFrom('staffActs')
    .select('answered')
    .where('once', '=', act.once)
    .where('staffId', '=', act.staffId)
    .executeTakeFirst()
  return earlier?.answered ?? undefined
}

/** After this time the page to which an act led tells no longer of it. */
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

/** Notes the address to which a finished act leads, for the second sending of its form. */
export async function finishAct(once: string, answered: string): Promise<void> {
  await db.updateTable('staffActs').set({ answered }).where('once', '=', once).execute()
}

/** Forgets a claim whose act was refused or failed: the same form may be sent again. */
export async function releaseAct(once: string): Promise<void> {
  await db.deleteFrom('staffActs').where('once', '=', once).where('answered', 'is', null).execute()
}
