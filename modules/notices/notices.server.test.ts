import { afterEach, beforeAll, expect, test } from 'vitest'

import { forgetKept } from '#platform/answers/cache.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now as present } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addTimetable } from '#test/simulation/timetable.ts'

import type { NoticeContent } from './notice.ts'
import { addNotice, findNotice, listNotices, saveNotice, takeDownNotice } from './notices.server.ts'
import { findNoticesFor, findNoticesOfStops } from './shown-notices.server.ts'

const now = present()
const by = ADMIN
const WORDS = { en: 'Strike on Sunday.', el: 'Απεργία την Κυριακή.' }

beforeAll(addTimetable)
afterEach(async () => {
  await db.deleteFrom('notices').execute()
  forgetKept()
})

async function add(changed: Partial<NoticeContent> = {}): Promise<string> {
  const plain = { place: 'every-page', routeId: null, stopId: null, tone: 'warning' } as const
  const content = { ...plain, from: now, until: null, words: WORDS, ...changed }
  const outcome = await addNotice({ content, by, now })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.noticeId
}

async function act(noticeId: string) {
  return { noticeId, seen: await countEntries(`notice:${noticeId}`), by, now }
}

/** Publishes it as it was written. */
async function publish(noticeId: string) {
  const content = (await findNotice(noticeId))!
  return saveNotice({ ...(await act(noticeId)), content, publishes: true })
}

function shown(locale: 'en' | 'el' = 'en', at = now, routeId?: string) {
  return findNoticesFor({ locale, routeId, now: at })
}

test('a notice is on the pages from its publishing until it is taken down', async () => {
  const notice = await add()
  expect(await shown()).toEqual([])
  expect(await publish(notice)).toMatchObject({ ok: true })
  expect(await shown()).toEqual([{ tone: 'warning', text: WORDS.en }])
  expect(await shown('el')).toEqual([{ tone: 'warning', text: WORDS.el }])
  expect(await takeDownNotice(await act(notice))).toEqual({ ok: true })
  expect(await shown()).toEqual([])
})

test('a notice is published as it is written, in one entry of the audit', async () => {
  const content = { ...(await findNotice(await add()))!, tone: 'info' } as const
  const outcome = await addNotice({ content, publishes: true, by, now })
  expect(outcome).toMatchObject({ ok: true })
  expect(await shown()).toEqual([{ tone: 'info', text: WORDS.en }])
  const noticeId = 'noticeId' in outcome ? outcome.noticeId : ''
  expect(await countEntries(`notice:${noticeId}`)).toBe(1)
})

test('a draft may lack a language, and is not published before it has all', async () => {
  const notice = await add({ words: { en: WORDS.en, el: '' } })
  expect(await publish(notice)).toMatchObject({
    reason: 'language-missing',
    locale: 'el',
  })
  expect(await shown()).toEqual([])
  const content = { ...(await findNotice(notice))!, words: WORDS }
  expect(await saveNotice({ ...(await act(notice)), content })).toMatchObject({ ok: true })
  expect(await publish(notice)).toMatchObject({ ok: true })
})

test('a notice counts from its beginning to its end, by the clock', async () => {
  const [from, until] = [now.add({ hours: 1 }), now.add({ hours: 2 })]
  await publish(await add({ from, until }))
  expect(await shown('en', from.subtract({ seconds: 1 }))).toEqual([])
  expect(await shown('en', from)).toHaveLength(1)
  expect(await shown('en', until.subtract({ seconds: 1 }))).toHaveLength(1)
  expect(await shown('en', until)).toEqual([])
})

test('a notice of a route is shown on its page alone', async () => {
  await publish(await add({ place: 'route', routeId: '1' }))
  expect(await shown('en', now, '1')).toHaveLength(1)
  expect(await shown('en', now, '2')).toEqual([])
  expect(await shown()).toEqual([])
})

test('a notice of a stop is shown with the routes that call there, under its name', async () => {
  await publish(await add({ place: 'stop', stopId: 'B' }))
  await addTrip(['A', 'B'])
  expect(await shown('en', now, '1')).toMatchObject([{ text: WORDS.en, stop: 'Bay Road' }])
  expect(await shown('en', now, 'X')).toEqual([])
  expect(await shown()).toEqual([])
})

/** A trip of route 1 that calls at these stops. */
async function addTrip(stopIds: string[]): Promise<void> {
  const valid = { validFrom: Temporal.PlainDate.from('2026-01-01') }
  const service = { serviceId: 's', weekdays: [1], ...valid, validUntil: valid.validFrom }
  await db.insertInto('serviceCalendars').values(service).execute()
  const size = { seats: 50, wheelchairPlaces: 1 }
  const trip = { tripId: 't', routeId: '1', serviceId: 's', ...size }
  await db.insertInto('trips').values(trip).execute()
  const calls = stopIds.map((stopId, position) => {
    const at = { arrivesSeconds: position * 600, departsSeconds: position * 600 }
    return { tripId: 't', position, stopId, ...at, pickup: true, dropoff: true }
  })
  await db.insertInto('stopTimes').values(calls).execute()
}

test('a notice of a stop is shown for a journey from or to it, unless it ends before', async () => {
  const until = now.add({ hours: 48 })
  await publish(await add({ place: 'stop', stopId: 'B', until }))
  const of = (stopIds: string[], hours = 24) => {
    const departsAt = now.add({ hours })
    return findNoticesOfStops({ locale: 'en', stopIds, departsAt, now })
  }
  expect(await of(['A', 'B'])).toHaveLength(1)
  expect(await of(['B', 'C'])).toHaveLength(1)
  expect(await of(['A', 'C'])).toEqual([])
  expect(await of(['A', 'B'], 48)).toEqual([])
})

test('no query is made for a page while the notices are fresh', async () => {
  await publish(await add())
  expect(await shown()).toHaveLength(1)
  await db.deleteFrom('notices').execute()
  expect(await shown()).toHaveLength(1)
  forgetKept()
  expect(await shown()).toEqual([])
})

test('the second of two people learns of the first', async () => {
  const notice = await add()
  const other = await act(notice)
  await publish(notice)
  expect(await takeDownNotice(other)).toMatchObject({ reason: 'changed-meanwhile' })
  const content = { ...(await findNotice(notice))! }
  expect(await saveNotice({ ...(await act(notice)), content })).toMatchObject({
    reason: 'not-in-this-state',
    state: 'published',
  })
  expect((await listNotices()).map(({ state }) => state)).toEqual(['published'])
})

test.each([
  ['no-words', { words: { en: '', el: '' } }],
  ['too-long', { words: { en: 'x'.repeat(301), el: '' } }],
  ['place-missing', { place: 'route' }],
  ['place-missing', { place: 'stop' }],
  ['ends-before-it-begins', { until: now }],
] as const)('a draft is refused: %s', async (reason, changed) => {
  await expect(add(changed)).rejects.toThrow(reason)
})

test('a notice that is over is not published', async () => {
  const from = now.subtract({ hours: 2 })
  const notice = await add({ from, until: now.subtract({ hours: 1 }) })
  expect(await publish(notice)).toMatchObject({ reason: 'over' })
  expect(await findNotice('x')).toBeUndefined()
})
