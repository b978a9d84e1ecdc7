import { beforeEach, expect, test } from 'vitest'

import type { Feed } from '#modules/gtfs/feed/feed.ts'
import { readFeed } from '#modules/gtfs/feed/read-feed.server.ts'
import { importFeed } from '#modules/gtfs/import/import-feed.server.ts'
import { SEED_FOLDER } from '#modules/gtfs/import/load-seed.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { sampleFeed, SAMPLE_ASSUMPTIONS } from '#test/fixtures/sample-feed.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

import { compareFeed } from './compare-feed.server.ts'
import { findFeedFile, keepFeed } from './keep-feed.server.ts'
import { unpackFeed } from './pack-feed.ts'

beforeEach(async () => {
  await forgetTimetables()
})

test('the demonstration timetable is published as it is sold', async () => {
  await bringIn(await readFeed(SEED_FOLDER))
  expect(await compareFeed(db, now())).toEqual([])
  const kept = await findFeedFile()
  expect(kept?.feedVersion).toBe('demonstration-1')
  await keepFeed(now())
  expect(await findFeedFile()).toEqual(kept)
})

test('imported again, the published feed is the same file', async () => {
  await bringIn(sampleFeed())
  const kept = await findFeedFile()
  expect(kept?.feedVersion).toMatch(/^[0-9a-f]{12}$/)
  const again = await bringIn(unpackFeed(kept!.feed), now().add({ seconds: 1 }))
  expect(again).toMatchObject({ ok: true, fareChanges: [] })
  expect(await findFeedFile()).toEqual(kept)
})

test('a fare that was changed past the feed breaks I20, until the feed is kept again', async () => {
  await bringIn(sampleFeed())
  await db.updateTable('fares').set({ fareCents: 275 }).where('fareCents', '=', 200).execute()
  const [breach] = await compareFeed(db, now())
  expect(breach).toMatch(/^I20: the feed and the fares that are sold differ in .*"fareCents":275/)
  await keepFeed(now())
  expect(await compareFeed(db, now())).toEqual([])
})

test('an import of an earlier release is kept by the nightly job', async () => {
  await bringIn(sampleFeed())
  await db.updateTable('feedImports').set({ feed: null }).execute()
  expect(await findFeedFile()).toBeUndefined()
  await keepFeed(now())
  expect(await findFeedFile()).toMatchObject({ feedVersion: expect.any(String) })
})

async function bringIn(feed: Feed, at = now()) {
  const request = { source: 'a test', now: at, by: ADMIN, assumed: SAMPLE_ASSUMPTIONS }
  return importFeed(db, feed, { ...request, takeOffSale: true })
}
