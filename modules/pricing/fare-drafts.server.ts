import { randomUUID } from 'node:crypto'

import { fareOn, keyOf, type FareWish } from '#modules/fares/dated-fares.ts'
import { findNewestEdition, keepEdition, lockFares } from '#modules/fares/fare-editions.server.ts'
import { replaceFares } from '#modules/fares/replace-fares.server.ts'
import { KEEP_FEED } from '#modules/gtfs/write/keep-feed.server.ts'
import { raiseEdition } from '#modules/timetable/editions.server.ts'
import type { Member } from '#platform/actor.ts'
import { audit, countEntries } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import type { FareDraft } from './fare-draft.ts'
import { faresAfter } from './find-fare-drafts.server.ts'

type Refused<Reason extends string> = { ok: false; reason: Reason }

/** Who acts on which draft, and when. */
type Acting = { draftId: string; by: Member; now: Temporal.Instant }

type Begun = { ok: true; draftId: string }

/** Begins a draft of fares for those who board on a day or later. Today is such a day, so that a slip can be mended. */
export async function beginFareDraft(wish: {
  begins: Temporal.PlainDate
  by: Member
  now: Temporal.Instant
}): Promise<Begun | Refused<'day-passed'>> {
  if (isPast(wish.begins, wish.now)) return { ok: false, reason: 'day-passed' }
  return makeDraft({ ...wish, backTo: null })
}

/** Makes a draft of all fares as an edition had them. */
export async function restoreFares(wish: {
  edition: number
  by: Member
  now: Temporal.Instant
}): Promise<Begun | Refused<'no-edition'>> {
  const kept = await db
    .selectFrom('fareEditions')
    .select('edition')
    .where('edition', '=', wish.edition)
    .executeTakeFirst()
  if (!kept) return { ok: false, reason: 'no-edition' }
  return makeDraft({ ...wish, begins: null, backTo: wish.edition })
}

type New = Pick<FareDraft, 'begins' | 'backTo'> & { by: Member; now: Temporal.Instant }

async function makeDraft({ begins, backTo, by, now }: New): Promise<Begun> {
  const draftId = randomUUID()
  return inTransaction(async (tx) => {
    await tx
      .insertInto('fareDrafts')
      .values({ draftId, begins, backTo, madeBy: by.staffId, madeAt: now })
      .execute()
    const after = { begins: begins?.toString(), backTo }
    await note(tx, { draftId, by, now }, 'made', after)
    return { ok: true, draftId }
  })
}

type SaveOutcome = { ok: true } | Refused<'no-draft'>

/**
 * Keeps the fares that a draft is to bring. Those that are no change on its first day are left out, so that what
 * somebody else publishes meanwhile is not undone.
 */
export async function saveFareDraft(
  acting: Acting & { wishes: readonly FareWish[] },
): Promise<SaveOutcome> {
  return change(acting, async (tx, { begins }): Promise<SaveOutcome> => {
    if (!begins) return { ok: false, reason: 'no-draft' }
    const fares = Map.groupBy(await tx.selectFrom('fares').selectAll().execute(), keyOf)
    const wishes = acting.wishes.filter(
      (wish) => fareOn(fares.get(keyOf(wish)) ?? [], begins) !== wish.fareCents,
    )
    await tx
      .updateTable('fareDrafts')
      .set({ wishes: JSON.stringify(wishes) })
      .where('draftId', '=', acting.draftId)
      .execute()
    await note(tx, acting, 'changed', { fares: wishes.length })
    return { ok: true }
  })
}

export type PublishFaresOutcome =
  | { ok: true }
  | Refused<'no-draft' | 'other-fares' | 'other-draft' | 'day-passed' | 'nothing-changes'>

/**
 * Puts the fares of a draft on sale. What was sold, or stands in a cart, keeps its fare.
 *
 * @param seen what the preview showed: the edition that it compared with, and the number of audit entries of the draft
 */
export async function publishFares(
  acting: Acting & { seen: { edition: number | null; entries: number | undefined } },
): Promise<PublishFaresOutcome> {
  const { by, now, seen } = acting
  return change(acting, async (tx, draft): Promise<PublishFaresOutcome> => {
    const { begins, backTo } = draft
    if (begins && isPast(begins, now)) return { ok: false, reason: 'day-passed' }
    const entries = await countEntries(subjectOfDraft(draft.draftId), tx)
    if (entries !== seen.entries) return { ok: false, reason: 'other-draft' }
    await lockFares(tx)
    const edition = await findNewestEdition(tx)
    if (edition !== seen.edition) return { ok: false, reason: 'other-fares' }
    const before = await tx.selectFrom('fares').selectAll().execute()
    const changes = await replaceFares(tx, await faresAfter(tx, draft, before))
    if (changes.length === 0) return { ok: false, reason: 'nothing-changes' }
    await keepEdition(tx, { by, now, begins, ...(backTo !== null && { backTo }) })
    await raiseEdition(tx)
    await enqueueJob(tx, KEEP_FEED, {})
    await remove(tx, draft)
    const what = { edition: (edition ?? 0) + 1, begins: begins?.toString(), backTo }
    const after = { ...what, fares: changes.length }
    await audit(tx, { by, subject: 'fares', action: 'published', after, now })
    return { ok: true }
  })
}

/** Gives up a draft. Who made and who deleted it remains in the audit. */
export async function discardFareDraft(
  acting: Acting,
): Promise<{ ok: true } | Refused<'no-draft'>> {
  return change(acting, async (tx, draft) => {
    await remove(tx, draft)
    await note(tx, acting, 'discarded', {})
    return { ok: true }
  })
}

/** Locks a draft and runs an act on it, if it is still there. */
async function change<Outcome>(
  { draftId }: Acting,
  act: (tx: Tx, draft: FareDraft) => Promise<Outcome>,
): Promise<Outcome | Refused<'no-draft'>> {
  return inTransaction(async (tx) => {
    const draft = await tx
      .selectFrom('fareDrafts')
      .selectAll()
      .where('draftId', '=', draftId)
      .forUpdate()
      .executeTakeFirst()
    return draft ? act(tx, draft as FareDraft) : { ok: false, reason: 'no-draft' }
  })
}

async function remove(tx: Tx, { draftId }: FareDraft): Promise<void> {
  await tx.deleteFrom('fareDrafts').where('draftId', '=', draftId).execute()
}

/** The subject of the entries about a draft. */
export function subjectOfDraft(draftId: string): string {
  return `fare-draft:${draftId}`
}

function isPast(day: Temporal.PlainDate, now: Temporal.Instant): boolean {
  return Temporal.PlainDate.compare(day, dateInCyprus(now)) < 0
}

function note(tx: Tx, { draftId, by, now }: Acting, action: string, after: object): Promise<void> {
  return audit(tx, { by, subject: subjectOfDraft(draftId), action, after, now })
}
