import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { listFareEditions } from '#modules/fares/fare-editions.server.ts'
import { keepEdition } from '#modules/fares/fare-editions.server.ts'
import { EVER } from '#modules/fares/fares.ts'
import { findFares } from '#modules/fares/find-fares.server.ts'
import { compareFeed } from '#modules/gtfs/write/compare-feed.server.ts'
import { findFeedFile, keepFeed } from '#modules/gtfs/write/keep-feed.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addStaff } from '#test/fixtures/office.ts'
import { putSampleOnSale } from '#test/fixtures/sample-on-sale.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable, forgetTimetables } from '#test/simulation/timetable.ts'
import { addTraveller, buy, choose, ride } from '#test/simulation/travellers.ts'

import {
  beginFareDraft,
  discardFareDraft,
  publishFares,
  restoreFares,
  saveFareDraft,
} from './fare-drafts.server.ts'
import { findFareDraft, listFareDrafts } from './find-fare-drafts.server.ts'

let bank: SimulatedBank
let by: { kind: 'staff'; staffId: string }
beforeAll(async () => {
  bank = await openBank()
})
afterAll(() => bank.stop())
beforeEach(async () => {
  await forgetTimetables()
  await addTimetable()
  await inTransaction((tx) => keepEdition(tx, { by: ADMIN, now: now(), begins: null }))
  const { staffId } = await addStaff('owner')
  by = { kind: 'staff', staffId }
})

const PAIR = { fromStopId: 'A', toStopId: 'B', passengerCategory: 'adult' } as const
const today = () => dateInCyprus(now())

test('a draft says what it changes, and changes nothing before it is published', async () => {
  const soon = await addDeparture({ departsAt: now().add({ hours: 30 }), seats: 10 })
  await buy(bank, [ride(soon, 'A', 'B', { adult: 2 })])
  await choose(addTraveller(), ride(soon, 'A', 'B'))
  const draftId = await draftOf(950, today().add({ days: 1 }))
  const found = await findFareDraft(draftId, now())
  expect(found).toMatchObject({
    edition: 1,
    steps: [{ ...PAIR, from: today().add({ days: 1 }), before: 900, after: 950 }],
    effects: { departures: 1, carts: 1, bookings: 1 },
  })
  expect(await fareAt(2)).toBe(900)
})

test('a bus before the first day, and another pair, are not concerned', async () => {
  const early = await addDeparture({ departsAt: now().add({ hours: 2 }), seats: 10 })
  const later = await addDeparture({ departsAt: now().add({ hours: 60 }), seats: 10 })
  await buy(bank, [ride(early, 'A', 'B')])
  await buy(bank, [ride(later, 'B', 'C')])
  const draftId = await draftOf(950, today().add({ days: 2 }))
  expect((await findFareDraft(draftId, now()))?.effects).toEqual({
    departures: 1,
    carts: 0,
    bookings: 0,
  })
})

test('published fares are sold from their day on, and what was sold keeps its fare', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 60 }), seats: 10 })
  await buy(bank, [ride(bus, 'A', 'B')])
  const draftId = await draftOf(950, today().add({ days: 1 }))
  expect(await publish(draftId)).toEqual({ ok: true })
  expect([await fareAt(0), await fareAt(1)]).toEqual([900, 950])
  await buy(bank, [ride(bus, 'A', 'B')])
  const paid = await db.selectFrom('bookings').select(['totalCents', 'fareEdition']).execute()
  expect(paid.toSorted((one, other) => one.totalCents - other.totalCents)).toEqual([
    { totalCents: 900, fareEdition: 1 },
    { totalCents: 950, fareEdition: 2 },
  ])
  expect(await listFareDrafts()).toEqual([])
  expect(await listBreaches()).toEqual([])
})

test('an earlier edition comes back exactly', async () => {
  const before = await listFares()
  await publish(await draftOf(950, today()))
  await publish(await draftOf(null, today().add({ days: 3 })))
  expect(await listFares()).not.toEqual(before)
  const back = await restoreFares({ edition: 1, by, now: now() })
  const draftId = back.ok ? back.draftId : ''
  expect((await findFareDraft(draftId, now()))?.steps).toMatchObject([
    { from: today(), before: 950, after: 900 },
    { from: today().add({ days: 3 }), before: null, after: 900 },
  ])
  expect(await publish(draftId)).toEqual({ ok: true })
  expect(await listFares()).toEqual(before)
  expect(await listFareEditions()).toMatchObject([
    { edition: 4, backTo: 1, madeBy: `staff:${by.staffId}` },
    { edition: 3 },
    { edition: 2 },
    { edition: 1, begins: null },
  ])
  expect(await listBreaches()).toEqual([])
})

test('of two who publish at once one is told to look again, and nothing of hers is lost', async () => {
  const drafts = [await draftOf(950, today()), await draftOf(1000, today())]
  const seen = await Promise.all(drafts.map(seenOf))
  const outcomes = await Promise.all(
    drafts.map((draftId, place) => publishFares({ draftId, by, now: now(), seen: seen[place]! })),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes).toContainEqual({ ok: false, reason: 'other-fares' })
  const [left] = await listFareDrafts()
  expect(await publish(left?.draftId ?? '')).toEqual({ ok: true })
  expect(await listFareEditions()).toHaveLength(3)
})

test('a draft that a colleague changed after the preview is not published', async () => {
  const draftId = await draftOf(950, today())
  const seen = await seenOf(draftId)
  await saveFareDraft({ draftId, wishes: [{ ...PAIR, fareCents: 9500 }], by, now: now() })
  const outcome = await publishFares({ draftId, by, now: now(), seen })
  expect(outcome).toEqual({ ok: false, reason: 'other-draft' })
  expect(await fareAt(0)).toBe(900)
})

test('days that have passed, drafts that are gone and editions that never were are refused', async () => {
  const begins = today().subtract({ days: 1 })
  const begun = await beginFareDraft({ begins, by, now: now() })
  expect(begun).toEqual({ ok: false, reason: 'day-passed' })
  const draftId = await draftOf(950, today())
  const seen = await seenOf(draftId)
  const tomorrow = now().add({ hours: 24 })
  const late = await publishFares({ draftId, by, now: tomorrow, seen })
  expect(late).toEqual({ ok: false, reason: 'day-passed' })
  await discardFareDraft({ draftId, by, now: now() })
  const gone = { ok: false, reason: 'no-draft' }
  expect(await publishFares({ draftId, by, now: now(), seen })).toEqual(gone)
  expect(await saveFareDraft({ draftId, wishes: [], by, now: now() })).toEqual(gone)
  expect(await discardFareDraft({ draftId, by, now: now() })).toEqual(gone)
  expect(await restoreFares({ edition: 99, by, now: now() })).toMatchObject({ ok: false })
})

test('a draft that changes nothing is not published', async () => {
  const draftId = await draftOf(900, today())
  expect(await publish(draftId)).toEqual({ ok: false, reason: 'nothing-changes' })
})

test('fares are published while a crowd buys: each pays a fare that was published', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 60 }), seats: 40 })
  const draftId = await draftOf(950, today())
  const seen = await seenOf(draftId)
  const crowd = Array.from({ length: 20 }, () => buy(bank, [ride(bus, 'A', 'B')]))
  const published = publishFares({ draftId, by, now: now(), seen })
  await Promise.all([...crowd, published])
  expect(await published).toEqual({ ok: true })
  const paid = await db.selectFrom('bookings').select('totalCents').execute()
  expect(paid).toHaveLength(20)
  expect(paid.every(({ totalCents }) => [900, 950].includes(totalCents))).toBe(true)
  expect(await listBreaches()).toEqual([])
})

test('journey planners read the fares of today, and those to come on their day', async () => {
  await forgetTimetables()
  await putSampleOnSale()
  const feed = await findFeedFile()
  await publish(await draftOf(425, today().add({ days: 1 })))
  await keepFeed(now())
  expect(await findFeedFile()).toEqual(feed)
  await publish(await draftOf(400, today()))
  await keepFeed(now())
  expect(await findFeedFile()).not.toEqual(feed)
  expect(await compareFeed(db, now())).toEqual([])
  const tomorrow = now().add({ hours: 24 })
  await keepFeed(tomorrow)
  expect(await compareFeed(db, tomorrow)).toEqual([])
})

async function draftOf(fareCents: number | null, begins: Temporal.PlainDate): Promise<string> {
  const begun = await beginFareDraft({ begins, by, now: now() })
  const draftId = begun.ok ? begun.draftId : ''
  await saveFareDraft({ draftId, wishes: [{ ...PAIR, fareCents }], by, now: now() })
  return draftId
}

async function seenOf(draftId: string) {
  const found = await findFareDraft(draftId, now())
  return { edition: found?.edition ?? null, entries: 2 }
}

async function publish(draftId: string) {
  const entries = await db
    .selectFrom('auditEntries')
    .select('auditId')
    .where('subject', '=', `fare-draft:${draftId}`)
    .execute()
  const seen = { ...(await seenOf(draftId)), entries: entries.length }
  return publishFares({ draftId, by, now: now(), seen })
}

/** Tests forget the timetable of what the tests before them sold, so only seats and fares are compared. */
async function listBreaches(): Promise<string[]> {
  const breaches = await checkInvariants(db, { now: now() })
  return breaches.filter((breach) => /^I(?:1|21|24):/.test(breach))
}

async function fareAt(days: number): Promise<number | undefined> {
  const departsAt = today().add({ days }).toZonedDateTime('Asia/Nicosia').toInstant()
  return (await findFares(db, { fromStopId: 'A', toStopId: 'B', departsAt }))?.fares.adult
}

async function listFares() {
  const fares = await db.selectFrom('fares').selectAll().orderBy('fromStopId').execute()
  expect(fares.some(({ validFrom }) => validFrom.equals(EVER))).toBe(true)
  const lines = fares.map((fare) => JSON.stringify(Object.values(fare)))
  return lines.toSorted()
}
