import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { SALE_CLOSES_MINUTES, WHEELCHAIR_NOTICE_HOURS } from '#modules/rules/rules.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { raiseEdition } from '#modules/timetable/editions.server.ts'
import { forgetKept } from '#platform/answers/cache.server.ts'
import { answerFromPageCache, forgetPages } from '#platform/answers/page-cache.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { openSite } from './fixtures/open-site.ts'
import { takePlaces } from './fixtures/sample-timetable.server.ts'

vi.mock('../app/site/book-now/rest.css?url', () => ({ default: '/assets/rest.css' }))

/*
 * Searches as they are shown, beside the same searches made now, on the demonstration timetable. Everything
 * is written straight into the database, as another process would: this one is told nothing.
 */

const FRIDAY = Temporal.Instant.from('2026-11-20T08:05:00Z') // five past ten in Cyprus
const SATURDAYS_BUS = '2026-11-21T06:30:00Z'
const SATURDAY = '/book-now?from=NIC&to=LCA&date=2026-11-21'
const SUNDAY = '/book-now?from=NIC&to=LCA&date=2026-11-22'
const SEARCHES = [
  '/book-now?from=NIC&to=LCA',
  SATURDAY,
  '/el/book-now?from=NIC&to=LCA&date=2026-11-21&adults=3&wheelchairs=1',
  SUNDAY,
  `${SATURDAY}&trip=return&return-date=2026-11-22&departure=08:30`,
]
/** How long a search may be shown that is not true any more. */
const MOST = { seconds: 2 }

/** A visitor with a password is never shown what is kept. */
const ALONE = { authorization: 'Basic YTpi' }

let answer: (request: Request) => Promise<Response>
let bus: string

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'Temporal'] }) // the clock stands still
  setClock(FRIDAY)
  await loadSeed(now())
  answer = await openSite()
  const { departureId } = await db
    .selectFrom('departureStops')
    .select('departureId')
    .where('stopId', '=', 'NIC')
    .where('departsAt', '=', Temporal.Instant.from(SATURDAYS_BUS))
    .where('pickup', '=', true)
    .executeTakeFirstOrThrow()
  bus = departureId
})

beforeEach(() => {
  setClock(FRIDAY)
  forgetPages()
})

test('a hold, its end and a sale are shown within two seconds', async () => {
  const expiresAt = FRIDAY.add({ minutes: 5 })
  const free = await askAll()
  await takePlaces({ departureId: bus, seats: 49, state: 'cart', expiresAt })
  shiftClock({ milliseconds: 1999 })
  expect(await askAll()).toEqual(free)
  shiftClock({ milliseconds: 1 })
  expect(await askAll()).not.toEqual(free)
  await expectChange(() => setClock(expiresAt))
  expect(await askAll()).toEqual(free)
  await expectChange(() => takePlaces({ departureId: bus, seats: 50, state: 'paying' }))
  await expectChange(() => db.deleteFrom('seatHolds').execute())
  expect(await askAll()).toEqual(free)
})

test('a capacity, a closed sale and a cancelled bus are shown within two seconds, on the days beside it too', async () => {
  for (const [decided, undone] of [
    [{ seats: 4 }, { seats: 50 }],
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
  shiftClock(MOST)
  expect(await ask(SUNDAY)).not.toBe(before)
  await inTransaction((tx) => decideDeparture(tx, bus, { status: 'planned' }))
})

test('what is shown wrongly meanwhile is refused at once', async () => {
  const form = { departure: bus, 'from-stop': 'NIC', 'to-stop': 'LCA', adults: '1' }
  await ask(SATURDAY) // hears of the edition that the test before has raised
  const free = await ask(SATURDAY)
  await takePlaces({ departureId: bus, seats: 50, state: 'paying' })
  const late = await press(form)
  expect([late.status, late.headers.get('Location')]).toEqual([
    303,
    expect.stringContaining('refused=full'),
  ])
  await db.deleteFrom('seatHolds').execute()

  const closed = { closedAt: FRIDAY, closedBecause: 'by-hand' } as const
  await db.updateTable('departures').set(closed).where('departureId', '=', bus).execute()
  const refused = await press(form)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('We are not selling this departure any more.')
  expect(await ask(SATURDAY)).toBe(free)
  const open = { closedAt: null, closedBecause: null }
  await db.updateTable('departures').set(open).where('departureId', '=', bus).execute()
})

test('a sale that closes, a bus that leaves and a wheelchair that is too late are shown within two seconds', async () => {
  const leaves = await listBoardings()
  const closings = leaves.map((at) => at.subtract({ minutes: SALE_CLOSES_MINUTES }))
  const wheelchairs = leaves.slice(-2).map((at) => at.subtract({ hours: WHEELCHAIR_NOTICE_HOURS }))
  const changes = [...leaves.slice(0, 2), ...closings.slice(0, 3), ...wheelchairs]
  for (const at of changes.toSorted((a, b) => Temporal.Instant.compare(a, b))) {
    setClock(at.subtract({ milliseconds: 1 }))
    await askAll()
    shiftClock(MOST)
    expect(await listUntrue()).toEqual([])
  }
})

test('other fares and another day are shown within two seconds', async () => {
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
  setClock(midnight.subtract({ milliseconds: 1 }))
  await askAll()
  shiftClock(MOST)
  expect(await listUntrue()).toEqual([])
})

/** Two seconds after something happened, one search at least is another than before, and all are true. */
async function expectChange(happens: () => unknown): Promise<void> {
  const before = await askAll()
  await happens()
  shiftClock(MOST)
  expect(await listUntrue()).toEqual([])
  expect(await askAll()).not.toEqual(before)
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
  const shown = await underRequestId('here', () => answerFromPageCache(request, answer))
  expect({ path, status: shown.status }).toEqual({ path, status: 200 })
  return shown.text()
}

/** Sends the form of a departure. */
async function press(form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ ...form, from: 'NIC', to: 'LCA', date: '2026-11-21' })
  const request = new Request('http://localhost:3000/book-now', { method: 'POST', body })
  return underRequestId('there', () => answerFromPageCache(request, answer))
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
