import { sql } from 'kysely'

import { findNewestImport } from '#modules/gtfs/write/newest-import.server.ts'
import { db } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { isBefore } from '#platform/time.ts'

import type { DraftPreview } from './draft.ts'

/** Editions that a page lists. */
const MOST_EDITIONS = 30

const FACTS = [
  'draftId',
  'name',
  'state',
  'madeBy',
  'madeAt',
  'publishAt',
  'publishBy',
  'refusal',
] as const

/** The drafts that are neither published nor deleted, the newest first. */
export function listDrafts() {
  return db
    .selectFrom('timetableDrafts')
    .select(FACTS)
    .where('state', 'in', ['draft', 'scheduled'])
    .orderBy('madeAt', 'desc')
    .execute()
}

/** The timetables that were put on sale, the newest first. `isKept`: its feed is kept, so it can be brought back. */
export function listEditions() {
  return db
    .selectFrom('feedImports')
    .leftJoin('auditEntries', (join) =>
      join.on('subject', '=', sql<string>`'feed-import/' || import_id`),
    )
    .select((row) => [
      'importId',
      'importedAt',
      'source',
      'timetableUntil',
      'actor',
      row('feed', 'is not', null).as('isKept'),
    ])
    .orderBy('importedAt', 'desc')
    .limit(MOST_EDITIONS)
    .execute()
}

/**
 * A draft with its preview, whether another timetable has been published since (`isOld`), and whether a
 * job is at work on it (`isBusy`); undefined for an unknown or a deleted one.
 */
export async function findDraft(draftId: string, now: Temporal.Instant) {
  if (!UUID.test(draftId)) return undefined
  const found = await db
    .selectFrom('timetableDrafts')
    .select([...FACTS, 'preview', 'baseImportId'])
    .where('draftId', '=', draftId)
    .where('state', '<>', 'discarded')
    .executeTakeFirst()
  if (!found) return undefined
  const { baseImportId, ...draft } = found
  const preview = found.preview as DraftPreview | null
  const newestId = (await findNewestImport(db))?.importId ?? null
  const isDue = draft.state === 'scheduled' && draft.publishAt && !isBefore(now, draft.publishAt)
  const isBusy = Boolean(isDue) || (draft.state === 'draft' && preview === null)
  return { ...draft, preview, isBusy, isOld: preview !== null && baseImportId !== newestId }
}

/** The feed of a draft as a zip file; undefined once it is published or deleted. */
export async function findDraftFile(draftId: string): Promise<Buffer | undefined> {
  if (!UUID.test(draftId)) return undefined
  const draft = await db
    .selectFrom('timetableDrafts')
    .select('feed')
    .where('draftId', '=', draftId)
    .executeTakeFirst()
  return draft?.feed ?? undefined
}
