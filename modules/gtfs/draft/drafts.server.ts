import type { Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { TimetableDrafts } from '#db/types.ts'
import { findNewestImport } from '#modules/gtfs/write/newest-import.server.ts'
import type { Member } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { MAX_DRAFT_NAME, type DraftPreview } from './draft.ts'
import { PREVIEW_DRAFT } from './preview-draft.server.ts'
import { PUBLISH_DRAFTS } from './publish-drafts.server.ts'

type Refused<Reason extends string> = { ok: false; reason: Reason }

/** Who acts on which draft, and when. */
type Acting = { draftId: string; by: Member; now: Temporal.Instant }

export type MakeOutcome = { ok: true; draftId: string } | Refused<'name-missing' | 'file-missing'>

/** Keeps a feed as a draft, and lets its effects be found out. Whether it is sound, the preview says. */
export async function makeDraft(wish: {
  name: string
  feed: Buffer
  by: Member
  now: Temporal.Instant
}): Promise<MakeOutcome> {
  const { feed, by, now } = wish
  const name = wish.name.trim().slice(0, MAX_DRAFT_NAME)
  if (name === '') return { ok: false, reason: 'name-missing' }
  if (feed.length === 0) return { ok: false, reason: 'file-missing' }
  const draftId = randomUUID()
  return inTransaction(async (tx) => {
    await tx
      .insertInto('timetableDrafts')
      .values({ draftId, name, feed, state: 'draft', madeBy: by.staffId, madeAt: now })
      .execute()
    await enqueueJob(tx, PREVIEW_DRAFT, { draftId })
    await note(tx, { draftId, by, now }, 'made', { name })
    return { ok: true, draftId }
  })
}

/** Makes a draft of the timetable that an earlier import put on sale; undefined if its feed was not kept. */
export async function restoreEdition(wish: {
  importId: string
  by: Member
  now: Temporal.Instant
}): Promise<MakeOutcome | undefined> {
  const edition = await db
    .selectFrom('feedImports')
    .select(['feed', 'source'])
    .where('importId', '=', wish.importId)
    .executeTakeFirst()
  if (!edition?.feed) return undefined
  const { by, now } = wish
  return makeDraft({ name: edition.source, feed: edition.feed, by, now })
}

/** Finds the effects of a draft anew, compared with the timetable that is on sale by then. */
export async function previewAgain(acting: Acting): Promise<{ ok: true } | Refused<'not-a-draft'>> {
  return change(acting, 'draft', async (tx) => {
    const { draftId } = acting
    await set(tx, draftId, { preview: null })
    await enqueueJob(tx, PREVIEW_DRAFT, { draftId })
    return { ok: true }
  })
}

export type ScheduleOutcome =
  | { ok: true }
  | Refused<
      | 'not-a-draft'
      | 'no-preview'
      | 'unsound-feed'
      | 'other-timetable'
      | 'takes-off-sale'
      | 'in-the-past'
    >

/**
 * Lets a draft be published, now or at a moment. Its preview must compare with the timetable on sale.
 *
 * @param wish `at`: undefined for now; `takeOffSale`: whether most departures may go off sale
 */
export async function scheduleDraft(
  wish: Acting & { at: Temporal.Instant | undefined; takeOffSale: boolean },
): Promise<ScheduleOutcome> {
  const { draftId, at, takeOffSale, by, now } = wish
  if (at && isBefore(at, now)) return { ok: false, reason: 'in-the-past' }
  return change(wish, 'draft', async (tx, draft): Promise<ScheduleOutcome> => {
    const preview = draft.preview as DraftPreview | null
    if (!preview) return { ok: false, reason: 'no-preview' }
    if (!preview.effects) return { ok: false, reason: 'unsound-feed' }
    if (draft.baseImportId !== (await newestId(tx))) return { ok: false, reason: 'other-timetable' }
    if (preview.effects.takesTooMuch && !takeOffSale) return { ok: false, reason: 'takes-off-sale' }
    const publishAt = at ?? now
    await set(tx, draftId, {
      state: 'scheduled',
      publishAt,
      publishBy: by.staffId,
      takeOffSale,
      refusal: null,
    })
    if (!at) await enqueueJob(tx, PUBLISH_DRAFTS, {})
    await note(tx, wish, 'scheduled', { name: draft.name, publishAt: publishAt.toString() })
    return { ok: true }
  })
}

/** Makes a draft again of one that waits to be published. */
export async function unscheduleDraft(
  acting: Acting,
): Promise<{ ok: true } | Refused<'not-scheduled'>> {
  return change(acting, 'scheduled', async (tx, { name }) => {
    await set(tx, acting.draftId, { state: 'draft', publishAt: null, publishBy: null })
    await note(tx, acting, 'unscheduled', { name })
    return { ok: true }
  })
}

/** Deletes a draft. Who made and who deleted it remains in the audit. */
export async function discardDraft(acting: Acting): Promise<{ ok: true } | Refused<'not-a-draft'>> {
  return change(acting, 'draft', async (tx, { name }) => {
    await set(tx, acting.draftId, { state: 'discarded', feed: null, preview: null })
    await note(tx, acting, 'discarded', { name })
    return { ok: true }
  })
}

type Draft = Selectable<TimetableDrafts>

/**
 * Runs an act on a locked draft, if it still is in the state that the page showed. Somebody has then seen to an
 * alert about it.
 */
async function change<State extends 'draft' | 'scheduled', Outcome>(
  { draftId, now }: Acting,
  state: State,
  act: (tx: Tx, draft: Draft) => Promise<Outcome>,
): Promise<Outcome | Refused<State extends 'draft' ? 'not-a-draft' : 'not-scheduled'>> {
  return inTransaction(async (tx) => {
    const draft = await tx
      .selectFrom('timetableDrafts')
      .selectAll()
      .where('draftId', '=', draftId)
      .forUpdate()
      .executeTakeFirst()
    if (draft?.state === state) {
      await endAlerts(tx, { kinds: ['timetable-not-published'], subject: `draft:${draftId}`, now })
      return act(tx, draft)
    }
    const reason = state === 'draft' ? 'not-a-draft' : 'not-scheduled'
    return { ok: false, reason } as Refused<never>
  })
}

type Changes = Partial<Omit<Draft, 'preview'>> & { preview?: null }

async function set(tx: Tx, draftId: string, changes: Changes): Promise<void> {
  await tx.updateTable('timetableDrafts').set(changes).where('draftId', '=', draftId).execute()
}

async function newestId(tx: Tx): Promise<string | null> {
  return (await findNewestImport(tx))?.importId ?? null
}

function note(tx: Tx, { draftId, by, now }: Acting, action: string, after: object): Promise<void> {
  return audit(tx, { by, subject: `timetable-draft:${draftId}`, action, after, now })
}
