import { readFeed } from '#modules/gtfs/feed/read-feed.server.ts'
import {
  importFeed,
  type ImportOutcome,
  type ImportReport,
} from '#modules/gtfs/import/import-feed.server.ts'
import { takesTooMuch } from '#modules/gtfs/import/off-sale.server.ts'
import { findNewestImport } from '#modules/gtfs/write/newest-import.server.ts'
import type { FrozenDeparture, MadeDepartures } from '#modules/timetable/make-departures.server.ts'
import { connect, db, directUrl } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'

import type { ConcernedDeparture, DraftEffects, DraftPreview } from './draft.ts'

export const PREVIEW_DRAFT: Job<{ draftId: string }> = {
  name: 'preview-draft',
  tries: 3,
  firstPause: 10,
  longestPause: 60,
  seconds: 600,
}

/** The most departures that a preview names one by one. */
const MOST_NAMED = 200

/**
 * Finds out what a draft would do if it were published now, and keeps that with it. Nothing else is
 * written, and nobody waits.
 */
export async function previewDraft(draftId: string, now: Temporal.Instant): Promise<void> {
  const draft = await db
    .selectFrom('timetableDrafts')
    .select(['feed', 'name', 'madeBy'])
    .where('draftId', '=', draftId)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (!draft?.feed) return
  // Read first: if another timetable is published meanwhile, the preview is seen to be old.
  const base = await findNewestImport(db)
  const feed = await readFeed(draft.feed, draft.name)
  const own = connect(directUrl, { patient: true })
  const outcome = await importFeed(own, feed, {
    source: draft.name,
    now,
    by: { kind: 'staff', staffId: draft.madeBy },
    dryRun: true,
  }).finally(() => own.destroy())
  await db
    .updateTable('timetableDrafts')
    .set({
      preview: JSON.stringify(previewOf(outcome)),
      baseImportId: base?.importId ?? null,
      refusal: null,
    })
    .where('draftId', '=', draftId)
    .where('state', '=', 'draft')
    .execute()
}

function previewOf(outcome: ImportOutcome): DraftPreview {
  const { warnings } = outcome
  if (!('departures' in outcome)) return { problems: outcome.problems, warnings, effects: null }
  return { problems: [], warnings, effects: effectsOf(outcome) }
}

function effectsOf(report: ImportReport): DraftEffects {
  const { until, departures, fareChanges, offSale } = report
  const { made, removed, withdrawn, moved, restored, differing, pinned } = departures
  const concerned = [...withdrawn.map(concern('withdrawn')), ...moved.map(concern('moved'))]
  return {
    until: until.toString(),
    departures: {
      made,
      removed,
      withdrawn: withdrawn.length,
      moved: moved.length,
      restored: restored.length,
      differing: differing.length,
      pinned: pinned.length,
    },
    people: countPeople(departures),
    concerned: concerned
      .toSorted((one, other) => one.departsAt.localeCompare(other.departsAt))
      .slice(0, MOST_NAMED),
    faresChanged: fareChanges.length,
    offSale: { before: offSale.before, lost: offSale.lost },
    takesTooMuch: takesTooMuch(offSale),
  }
}

function concern(kind: ConcernedDeparture['kind']) {
  return ({ departureId, departsAt, routeId, people }: FrozenDeparture): ConcernedDeparture => ({
    departureId,
    departsAt: departsAt.toString(),
    routeId,
    people,
    kind,
  })
}

/** The people of departures that are withdrawn as they were sold. */
export function countPeople({ withdrawn, moved }: MadeDepartures): number {
  return [...withdrawn, ...moved].reduce((sum, { people }) => sum + people, 0)
}
