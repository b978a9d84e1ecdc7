import bindings from 'gtfs-realtime-bindings'
import { createHash } from 'node:crypto'

import { keepBriefly } from '#platform/answers/cache.server.ts'
import { compressApart, type KeptEncoding } from '#platform/answers/compress-html.server.ts'
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

export type FeedFormat = 'pb' | 'json'
type Body = Uint8Array<ArrayBuffer>

export type Feed = {
  /** The same for both formats, since they are one object. */
  tag: string
  /** Made for the first reader who asks for it, and sent to all others. */
  bodyIn: (format: FeedFormat, encoding: KeptEncoding | undefined) => Promise<Body>
}

/**
 * A feed as it was at most two seconds ago; if the database cannot be reached, as it was last. Undefined for an
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
  const header: FeedMessage['header'] = {
    gtfsRealtimeVersion: '2.0',
    incrementality: 'FULL_DATASET',
    timestamp,
    ...(feedVersion !== null && { feedVersion }),
  }
  const period = Math.floor(Number(timestamp) / TIMESTAMP_SECONDS)
  const entities = JSON.stringify(entity)
  const tag = createHash('sha256')
    .update(`${period} ${feedVersion} ${entities}`)
    .digest('base64url')
    .slice(0, 16)
  const json = () => Buffer.from(`{"header":${JSON.stringify(header)},"entity":${entities}}`)
  const pb = () => Message.encode(Message.fromObject({ header, entity })).finish()
  return { tag, bodyIn: keepBodies({ json, pb }) }
}

function keepBodies(make: Record<FeedFormat, () => Uint8Array>): Feed['bodyIn'] {
  const bodies = new Map<string, Promise<Body>>()
  const keep = (key: string, body: () => Promise<Body>) => {
    const known = bodies.get(key) ?? body()
    bodies.set(key, known)
    return known
  }
  return (format, encoding) => {
    const plain = () => keep(format, async () => Uint8Array.from(make[format]()))
    if (!encoding) return plain()
    return keep(`${format} ${encoding}`, async () => compressApart(encoding, await plain()))
  }
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
