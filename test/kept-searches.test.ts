import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { findChanged } from '#modules/offers/versions.server.ts'
import { SALE_CLOSES_MINUTES, WHEELCHAIR_NOTICE_HOURS } from '#modules/rules/rules.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { raiseEdition } from '#modules/timetable/editions.server.ts'
import { forgetKept } from '#platform/answers/cache.server.ts'
import { answerFromPageCache, forgetPages } from '#platform/answers/page-cache.server.ts'
import { keepAnswersWhile } from '#platform/answers/true-answers.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { openSite } from './fixtures/open-site.ts'
import { takePlaces } from './fixtures/sample-timetable.server.ts'

/*
 * Kept searches beside the same searches made now, on the demonstration timetable. Everything is written
 * straight into the database, as another process would: this one is told nothing.
 */

const FRIDAY = Temporal.Instant.from('2026-11-20T08:05:00Z') // five past ten in Cyprus
const SATURDAYS_BUS = '2026-11-21T06:30:00Z'
/** The data of the pages: all that their components are given. */
const SATURDAY = '/book-now.data?from=NIC&to=LCA&date=2026-11-21'
const SUNDAY = '/book-now.data?from=NIC&to=LCA&date=2026-11-22'
const SEARCHES = [
  '/book-now.data?from=NIC&to=LCA',
  SATURDAY,
  '/el/book-now.data?from=NIC&to=LCA&date=2026-11-21&adults=3&wheelchairs=1',
  SUNDAY,
  `${SATURDAY}&trip=return&return-date=2026-11-22&departure=08:30`,
]

/** A visitor with a password is never shown what is kept. */
const ALONE = { authorization: 'Basic YTpi' }

let answer: (request: Request) => Promise<Response>
let bus: string
let made: number

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'Temporal'] }) // the clock stands still
  setClock(FRIDAY)
  await loadSeed(now())
  answer = await openSite()
  keepAnswersWhile(findChanged)
  const { departureId } = await db
    .selectFrom('departureStops')
    .select('departureId')
    .where('stopId', '=', 'NIC')
    .where('departsAt', '=', Temporal.Instant.from(SATURDAYS_BUS))
    .where('pickup', '=', true)
    .executeTakeFirstOrThrow()
  bus = departureId
  for (const path of SEARCHES) await ask(path)
})

beforeEach(async () => {
  setClock(FRIDAY)
  forgetPages()
  for (const path of SEARCHES) await ask(path)
  made = 0
})

test('nothing changed: every search is shown as it was kept', async () => {
  const before = await askAll()
  setClock(FRIDAY.add({ minutes: 10 })) // meanwhile no bus leaves and no sale closes
  expect(await askAll()).toEqual(before)
  expect(made).toBe(0)
})

test('a hold, its end and a sale are shown at once', async () => {
  const expiresAt = FRIDAY.add({ minutes: 5 })
  const free = await askAll()
  const held = await expectChange(() =>
    takePlaces({ departureId: bus, seats: 49, state: 'cart', expiresAt }),
  )
  setClock(expiresAt.subtract({ milliseconds: 1 }))
  expect(await askAll()).toEqual(held)
  await expectChange(() => setClock(expiresAt))
  expect(await askAll()).toEqual(free)
  await expectChange(() => takePlaces({ departureId: bus, seats: 50, state: 'paying' }))
  await expectChange(() => db.deleteFrom('seatHolds').execute())
  expect(await askAll()).toEqual(free)
})

test('a hold that becomes a ticket makes no search new, since it takes the same places', async () => {
  await takePlaces({ departureId: bus, seats: 4, state: 'paying' })
  const shown = await askAll()
  made = 0
  await db.updateTable('seatHolds').set({ state: 'sold' }).where('state', '=', 'paying').execute()
  expect(await askAll()).toEqual(shown)
  expect(made).toBe(0)
  await db.deleteFrom('seatHolds').execute()
})

test('a capacity, a closed sale and a cancelled bus are shown at once, on the days beside it too', async () => {
  for (const [decided, undone] of [
    [{ seats: 20 }, { seats: 50 }],
    [
      { closedAt: FRIDAY, closedBecause: 'by-hand' },
      { closedAt: null, closedBecause: null },
    ],
    [{ wheelchairPlaces: null }, { wheelchairPlaces: 1 }],
    [{ status: 'cancelled' }, { status: 'planned' }],
  ] as const) {
    for (const one of [decided, undone]) {
      await expectChange(() => inTransaction((tx) => decideDeparture(tx, bus, one)))
    }
  }
  const before = await ask(SUNDAY)
  await inTransaction((tx) => decideDeparture(tx, bus, { status: 'cancelled' }))
  expect(await ask(SUNDAY)).not.toBe(before)
  await inTransaction((tx) => decideDeparture(tx, bus, { status: 'planned' }))
})

test('each moment at which a sale closes, a bus leaves or a wheelchair is too late is kept', async () => {
  const leaves = await listBoardings()
  const closings = leaves.map((at) => at.subtract({ minutes: SALE_CLOSES_MINUTES }))
  const wheelchairs = leaves.slice(-2).map((at) => at.subtract({ hours: WHEELCHAIR_NOTICE_HOURS }))
  const changes = [...leaves.slice(0, 2), ...closings.slice(0, 3), ...wheelchairs]
  for (const at of changes.toSorted((a, b) => Temporal.Instant.compare(a, b))) {
    for (const milliseconds of [-1, 0, 1]) {
      setClock(at.add({ milliseconds }))
      expect(await listUntrue()).toEqual([])
    }
  }
})

test('other fares and another day are shown at once', async () => {
  const raise = sql`update fares set fare_cents = fare_cents + 100 where from_stop_id = 'NIC'`
  for (const change of [
    raise,
    sql`delete from fares where from_stop_id = 'NIC' and to_stop_id = 'LCA'`,
  ]) {
    await expectChange(() =>
      inTransaction(async (tx) => {
        await change.execute(tx)
        await raiseEdition(tx)
      }),
    )
  }
  const midnight = Temporal.Instant.from('2026-11-20T22:00:00Z')
  for (const milliseconds of [-1, 0]) {
    setClock(midnight.add({ milliseconds }))
    expect(await listUntrue()).toEqual([])
  }
})

/** All searches after something happened, of which one at least is another than before. */
async function expectChange(happens: () => unknown): Promise<string[]> {
  const before = await askAll()
  await happens()
  expect(await listUntrue()).toEqual([])
  const after = await askAll()
  expect(after).not.toEqual(before)
  return after
}

/** The searches that are answered otherwise than when they are made, or read, for one visitor alone. */
async function listUntrue(): Promise<string[]> {
  const untrue: string[] = []
  for (const path of SEARCHES) {
    const [shown, isNow] = [await ask(path), await ask(path, ALONE)]
    forgetKept() // and all that is remembered of the timetable
    const isRead = await ask(path, ALONE)
    if (shown !== isNow || isNow !== isRead) untrue.push(path)
  }
  return untrue
}

function askAll(): Promise<string[]> {
  return Promise.all(SEARCHES.map((path) => ask(path)))
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<string> {
  const request = new Request(`http://localhost:3000${path}`, { headers })
  const shown = await underRequestId('here', () =>
    answerFromPageCache(request, (asked) => {
      made++
      return answer(asked)
    }),
  )
  expect({ path, status: shown.status }).toEqual({ path, status: 200 })
  return shown.text()
}

function setClock(moment: Temporal.Instant): void {
  shiftClock(now().until(moment))
}

async function listBoardings(): Promise<Temporal.Instant[]> {
  const rows = await db
    .selectFrom('departureStops')
    .select('departsAt')
    .where('stopId', '=', 'NIC')
    .where('pickup', '=', true)
    .where('departsAt', '>', FRIDAY.add({ minutes: 30 }))
    .where('departsAt', '<', FRIDAY.add({ hours: 28 }))
    .orderBy('departsAt')
    .execute()
  return rows.map(({ departsAt }) => departsAt)
}
