import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { findFeedFile } from '#modules/gtfs/write/keep-feed.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { countOpenAlerts } from '#platform/watch/alerts.server.ts'
import { addStaff } from '#test/fixtures/office.ts'
import { putSampleOnSale } from '#test/fixtures/sample-on-sale.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import {
  discardDraft,
  makeDraft,
  previewAgain,
  restoreEdition,
  scheduleDraft,
  unscheduleDraft,
} from './drafts.server.ts'
import { findDraft, findDraftFile, listDrafts, listEditions } from './find-drafts.server.ts'
import { previewDraft } from './preview-draft.server.ts'
import { deleteOldDrafts, publishDrafts } from './publish-drafts.server.ts'

let bank: SimulatedBank
let by: { kind: 'staff'; staffId: string }
beforeAll(async () => {
  bank = await openBank()
})
afterAll(() => bank.stop())
beforeEach(async () => {
  await db.deleteFrom('timetableDrafts').execute()
  await forgetTimetables()
  const { staffId } = await addStaff('owner')
  by = { kind: 'staff', staffId }
  await putSampleOnSale()
})

test('a preview counts the departures and the people that a draft concerns, and changes nothing', async () => {
  const bus = await sellTo(3)
  const draftId = await draft({ 'stop_times.txt': ['08:40:00,08:40:00', '08:41:00,08:41:00'] })
  expect(await findDraft(draftId, now())).toMatchObject({
    state: 'draft',
    preview: null,
    isOld: false,
  })
  await previewDraft(draftId, now())
  const found = await findDraft(draftId, now())
  expect(found).toMatchObject({
    isOld: false,
    preview: {
      problems: [],
      effects: {
        until: '2026-12-31',
        departures: { withdrawn: 0, moved: 1, differing: 0 },
        people: 3,
        concerned: [{ departureId: bus, people: 3, kind: 'moved' }],
        faresChanged: 0,
        takesTooMuch: false,
      },
    },
  })
  const { made = 0, removed } = found?.preview?.effects?.departures ?? {}
  expect(made).toBeGreaterThan(20)
  expect(removed).toBe(made - 1)
  expect(await statusOf(bus)).toBe('planned')
})

test('a draft is published at its moment, by whoever asked for it, and its edition can be brought back', async () => {
  const bus = await sellTo(2)
  const before = await findFeedFile()
  const draftId = await draft({ 'stop_times.txt': ['08:40:00,08:40:00', '08:41:00,08:41:00'] })
  await previewDraft(draftId, now())
  const at = now().add({ hours: 1 })
  expect(await schedule(draftId, { at })).toEqual({ ok: true })
  await publishDrafts(now())
  expect(await findDraft(draftId, now())).toMatchObject({ state: 'scheduled' })
  await publishDrafts(at)
  expect(await findDraft(draftId, now())).toMatchObject({ state: 'published' })
  expect(await statusOf(bus)).toBe('withdrawn')
  // The changed feed was made from the one before, and still had its version.
  expect((await findFeedFile())?.feedVersion).not.toBe(before?.feedVersion)

  const [newest, first] = await listEditions()
  expect(newest).toMatchObject({ source: 'Summer', actor: `staff:${by.staffId}`, isKept: true })
  const importId = first?.importId ?? ''
  const back = await restoreEdition({ importId, by, now: now() })
  const backId = back?.ok ? back.draftId : ''
  await previewDraft(backId, now())
  expect(await schedule(backId)).toEqual({ ok: true })
  await publishDrafts(now().add({ hours: 2 }))
  expect(await findFeedFile()).toEqual(before)
  expect(await statusOf(bus)).toBe('planned')
})

test('a feed with problems shows them all, and is not published', async () => {
  const draftId = await draft({ 'stop_times.txt': ['08:40:00,08:40:00', '8h40,8h40'] })
  await previewDraft(draftId, now())
  const found = await findDraft(draftId, now())
  expect(found?.preview?.problems).toMatchObject([{ code: 'bad-value' }, { code: 'bad-value' }])
  expect(await schedule(draftId)).toEqual({ ok: false, reason: 'unsound-feed' })
})

test('what is no feed, or a torn zip file, is a problem and not a fault', async () => {
  for (const feed of [Buffer.from('Dear colleagues'), (await zip({})).subarray(0, 900)]) {
    const made = await makeDraft({ name: 'Torn', feed, by, now: now() })
    const draftId = made.ok ? made.draftId : ''
    await previewDraft(draftId, now())
    expect((await findDraft(draftId, now()))?.preview?.problems).toMatchObject([
      { code: 'unreadable' },
    ])
  }
})

test('a draft needs a name and a file', async () => {
  const feed = await zip({})
  const wish = { by, now: now() }
  expect(await makeDraft({ ...wish, name: '  ', feed })).toMatchObject({ reason: 'name-missing' })
  const empty = { ...wish, name: 'Empty', feed: Buffer.alloc(0) }
  expect(await makeDraft(empty)).toMatchObject({ reason: 'file-missing' })
})

test('a draft is not published without a preview, or over a timetable that its preview did not know', async () => {
  const draftId = await draft({})
  expect(await schedule(draftId)).toEqual({ ok: false, reason: 'no-preview' })
  await previewDraft(draftId, now())
  await putSampleOnSale()
  expect(await findDraft(draftId, now())).toMatchObject({ isOld: true })
  expect(await schedule(draftId)).toEqual({ ok: false, reason: 'other-timetable' })
  expect(await previewAgain({ draftId, by, now: now() })).toEqual({ ok: true })
  await previewDraft(draftId, now())
  expect(await schedule(draftId)).toEqual({ ok: true })
})

test('a timetable that is published before the moment of a draft stops it, with an alert', async () => {
  const draftId = await draft({})
  await previewDraft(draftId, now())
  await schedule(draftId)
  await putSampleOnSale()
  await publishDrafts(now())
  expect(await findDraft(draftId, now())).toMatchObject({
    state: 'draft',
    refusal: 'other-timetable',
  })
  const alerts = db
    .selectFrom('alerts')
    .select('facts')
    .where('kind', '=', 'timetable-not-published')
  expect(await alerts.execute()).toMatchObject([{ facts: { draftId, reason: 'other-timetable' } }])
  expect(await countOpenAlerts()).toMatchObject(new Map([['timetable-not-published', 1]]))
  await previewAgain({ draftId, by, now: now() })
  expect(await countOpenAlerts()).toEqual(new Map())
})

test('up to ten people more than the preview said do not stop a draft, but eleven do', async () => {
  await sellTo(1)
  const draftId = await draft({ 'stop_times.txt': ['08:40:00,08:40:00', '08:41:00,08:41:00'] })
  await previewDraft(draftId, now())
  await sellTo(11)
  await schedule(draftId)
  await publishDrafts(now())
  expect(await findDraft(draftId, now())).toMatchObject({ state: 'draft', refusal: 'more-people' })
  await db.updateTable('bookingPassengers').set({ count: 10 }).where('count', '=', 11).execute()
  await schedule(draftId)
  await publishDrafts(now())
  expect(await findDraft(draftId, now())).toMatchObject({ state: 'published' })
})

test('a timetable that takes most departures off sale is published only if that is meant', async () => {
  const draftId = await draft({ 'calendar.txt': ['20261231', '20261128'] })
  await previewDraft(draftId, now())
  expect(await schedule(draftId)).toEqual({ ok: false, reason: 'takes-off-sale' })
  expect(await schedule(draftId, { takeOffSale: true })).toEqual({ ok: true })
})

test('a scheduled draft can be called off, and then changed or deleted', async () => {
  const draftId = await draft({})
  await previewDraft(draftId, now())
  const acting = { draftId, by, now: now() }
  expect(await unscheduleDraft(acting)).toEqual({ ok: false, reason: 'not-scheduled' })
  expect(await schedule(draftId, { at: now().subtract({ hours: 1 }) })).toEqual({
    ok: false,
    reason: 'in-the-past',
  })
  await schedule(draftId, { at: now().add({ hours: 1 }) })
  expect(await discardDraft(acting)).toEqual({ ok: false, reason: 'not-a-draft' })
  expect(await unscheduleDraft(acting)).toEqual({ ok: true })
  await publishDrafts(now().add({ hours: 2 }))
  expect(await findDraftFile(draftId)).toBeDefined()
  expect(await discardDraft(acting)).toEqual({ ok: true })
  expect(await findDraft(draftId, now())).toBeUndefined()
  expect(await findDraftFile(draftId)).toBeUndefined()
  expect(await listDrafts()).toEqual([])
  await deleteOldDrafts(now().add({ hours: 24 * 91 }))
  expect(await db.selectFrom('timetableDrafts').select('draftId').execute()).toEqual([])
})

type Replaced = Record<string, [find: string, put: string]>

/** The feed on sale, with parts of its files replaced. */
async function zip(replaced: Replaced): Promise<Buffer> {
  const kept = await findFeedFile()
  const files = Object.entries(unzipSync(kept!.feed)).map(([name, bytes]) => {
    const [find, put] = replaced[name] ?? ['', '']
    return [name, strToU8(strFromU8(bytes).replaceAll(find, put))] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(files)))
}

async function draft(replaced: Replaced): Promise<string> {
  const made = await makeDraft({ name: 'Summer', feed: await zip(replaced), by, now: now() })
  if (!made.ok) throw new Error(made.reason)
  return made.draftId
}

function schedule(
  draftId: string,
  { at, takeOffSale = false }: { at?: Temporal.Instant; takeOffSale?: boolean } = {},
) {
  return scheduleDraft({ draftId, at, takeOffSale, by, now: now() })
}

/** Sells a bus three days ahead to so many people, and returns its id. */
async function sellTo(adult: number): Promise<string> {
  const { departureId } = await db
    .selectFrom('departures')
    .select('departureId')
    .where('serviceDate', '=', dateInCyprus(now()).add({ days: 3 }))
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow()
  await buy(bank, [ride(departureId, 'A', 'C', { adult })])
  return departureId
}

async function statusOf(departureId: string) {
  const found = db.selectFrom('departures').select('status')
  return (await found.where('departureId', '=', departureId).executeTakeFirst())?.status
}
