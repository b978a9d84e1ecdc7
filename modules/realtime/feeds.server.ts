import bindings from 'gtfs-realtime-bindings'
import { createHash } from 'node:crypto'

import { keepBriefly } from '#platform/cache.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import { listAlerts } from './list-alerts.server.ts'
import { listTripUpdates } from './list-trip-updates.server.ts'
import type { FeedEntity, FeedMessage } from './messages.ts'
import { secondsOf } from './trip-updates.ts'

const { FeedMessage: Message } = bindings.transit_realtime

/** The feeds, by their names in addresses. */
const FEEDS: Record<string, (moment: Temporal.Instant) => Promise<FeedEntity[]>> = {
  'trip-updates': listTripUpdates,
  alerts: listAlerts,
}

/** The age of a feed when it is made again. */
export const FEED_MILLISECONDS = 2000

/** A feed that has not changed gets a new timestamp after this time, so that readers see it is alive. */
const TIMESTAMP_SECONDS = 30

/** One object, as bytes and as JSON, and the same tag for both. */
export type Feed = { bytes: Uint8Array<ArrayBuffer>; json: string; tag: string }

/**
 * A feed as it was at most two seconds ago; if the database is away, as it was last. Undefined for an
 * unknown name.
 */
export async function findFeed(name: string): Promise<Feed | undefined> {
  return Object.hasOwn(FEEDS, name) ? readFeed(name) : undefined
}

const readFeed = keepBriefly(makeFeed, FEED_MILLISECONDS)

async function makeFeed(name: string): Promise<Feed> {
  const moment = now()
  const [entity = [], feedVersion] = await Promise.all([FEEDS[name]?.(moment), findFeedVersion()])
  const timestamp = secondsOf(moment)
  const message: FeedMessage = {
    header: {
      gtfsRealtimeVersion: '2.0',
      incrementality: 'FULL_DATASET',
      timestamp,
      ...(feedVersion !== null && { feedVersion }),
    },
    entity,
  }
  const period = Math.floor(Number(timestamp) / TIMESTAMP_SECONDS)
  const facts = JSON.stringify([period, feedVersion, entity])
  const tag = createHash('sha256').update(facts).digest('base64url').slice(0, 16)
  const bytes = Uint8Array.from(Message.encode(Message.fromObject(message)).finish())
  return { bytes, json: JSON.stringify(message), tag }
}

async function findFeedVersion(): Promise<string | null> {
  const row = await db
    .selectFrom('feedImports')
    .select('feedVersion')
    .orderBy('importedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.feedVersion ?? null
}
