import { readFeed } from '#modules/gtfs/feed/read-feed.server.ts'
import { importFeed } from '#modules/gtfs/import/import-feed.server.ts'
import { findNewestImport } from '#modules/gtfs/write/newest-import.server.ts'
import { waitForOthers } from '#modules/timetable/make-departures.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inPatientTransaction, inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { MORE_PEOPLE, type DraftPreview, type PublishRefusal } from './draft.ts'
import { countPeople } from './preview-draft.server.ts'

export const PUBLISH_DRAFTS: Job<object> = {
  name: 'publish-drafts',
  tries: 3,
  firstPause: 10,
  longestPause: 60,
  seconds: 600,
}

/**
 * Publishes the drafts whose moment has come. One whose preview is no longer true is not published: it is
 * a draft again, and an alert says so.
 */
export async function publishDrafts(now: Temporal.Instant): Promise<void> {
  const due = await db
    .selectFrom('timetableDrafts')
    .select('draftId')
    .where('state', '=', 'scheduled')
    .where('publishAt', '<=', now)
    .orderBy('publishAt')
    .execute()
  await eachAlone(due, ({ draftId }) => publish(draftId, now))
}

async function publish(draftId: string, now: Temporal.Instant): Promise<void> {
  await inPatientTransaction((tx) => replace(tx, draftId, now)).catch((error: unknown) => {
    if (error instanceof NotPublished) return giveBack(draftId, error.reason)
    throw error
  })
}

/** Rolls back a transaction and carries the reason. */
class NotPublished extends Error {
  readonly reason: PublishRefusal

  constructor(reason: PublishRefusal) {
    super(reason)
    this.reason = reason
  }
}

async function replace(tx: Tx, draftId: string, now: Temporal.Instant): Promise<void> {
  await waitForOthers(tx)
  const draft = await tx
    .selectFrom('timetableDrafts')
    .selectAll()
    .where('draftId', '=', draftId)
    .where('state', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst()
  const { feed, name, publishBy } = draft ?? {}
  if (!draft || !feed || !name || !publishBy) return
  const newest = await findNewestImport(tx)
  if ((newest?.importId ?? null) !== draft.baseImportId) throw new NotPublished('other-timetable')
  const outcome = await importFeed(tx, await readFeed(feed, name), {
    source: name,
    now,
    by: { kind: 'staff', staffId: publishBy },
    takeOffSale: draft.takeOffSale,
  })
  if (!outcome.ok) throw new NotPublished(outcome.reason)
  const foreseen = (draft.preview as DraftPreview | null)?.effects?.people ?? 0
  if (countPeople(outcome.departures) > foreseen + MORE_PEOPLE)
    throw new NotPublished('more-people')
  await tx
    .updateTable('timetableDrafts')
    .set({ state: 'published', feed: null })
    .where('draftId', '=', draftId)
    .execute()
}

async function giveBack(draftId: string, reason: PublishRefusal): Promise<void> {
  await inTransaction(async (tx) => {
    await tx
      .updateTable('timetableDrafts')
      .set({ state: 'draft', refusal: reason, publishAt: null })
      .where('draftId', '=', draftId)
      .where('state', '=', 'scheduled')
      .execute()
    await raiseAlert(tx, 'timetable-not-published', { draftId, reason })
  })
}

/** How long a draft that was published or deleted stays in the list of the database. */
const KEPT_DAYS = 90

/** Deletes old drafts that nobody can publish any more. */
export async function deleteOldDrafts(now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('timetableDrafts')
    .where('state', 'in', ['published', 'discarded'])
    .where('madeAt', '<', now.subtract({ hours: 24 * KEPT_DAYS }))
    .execute()
}
