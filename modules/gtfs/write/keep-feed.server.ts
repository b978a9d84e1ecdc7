import { createHash } from 'node:crypto'

import { company } from '#operator'
import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'

import { findNewestImport } from './newest-import.server.ts'
import { packFeed } from './pack-feed.ts'
import { readPublished } from './published.server.ts'
import { writeFeed, type PublishedTimetable } from './write-feed.ts'

/** Writes the newest feed again when other fares begin, or the company's name, telephone number or address changed. */
export const KEEP_FEED: Job<object> = {
  name: 'keep-feed',
  tries: 3,
  firstPause: 60,
  longestPause: 3600,
  seconds: 600,
}

export type KeptFeed = { feed: Buffer; feedVersion: string }

/**
 * Makes the feed of a timetable for journey planners. A timetable without a version gets one from its
 * content, so that the feed and GTFS-realtime name the same.
 */
export function makeFeed(timetable: PublishedTimetable, version: string | null): KeptFeed {
  const { name, phone, email } = company()
  const facts = { name, phone, email, address: siteOrigin() }
  const feedVersion = version ?? digestOf(writeFeed(timetable, { ...facts, version: '' }))
  const feed = packFeed(writeFeed(timetable, { ...facts, version: feedVersion }))
  return { feed: Buffer.from(feed), feedVersion }
}

function digestOf(files: ReadonlyMap<string, string>): string {
  return createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 12)
}

/** Keeps the timetable that is sold now as the feed of the newest import; without an import it does nothing. */
export async function keepFeed(now: Temporal.Instant): Promise<void> {
  await inPatientTransaction(async (tx) => {
    const newest = await tx
      .selectFrom('feedImports')
      .select(['importId', 'feedVersion', 'feed'])
      .orderBy('importedAt', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!newest) return
    const made = makeFeed(await readPublished(tx, dateInCyprus(now)), newest.feedVersion)
    if (newest.feed?.equals(made.feed)) return
    await tx.updateTable('feedImports').set(made).where('importId', '=', newest.importId).execute()
  })
}

/** The newest feed as a zip file; undefined before the first import is kept. */
export async function findFeedFile(): Promise<KeptFeed | undefined> {
  const row = await findNewestImport(db)
  return row?.feed ? { feed: row.feed, feedVersion: row.feedVersion ?? '' } : undefined
}
