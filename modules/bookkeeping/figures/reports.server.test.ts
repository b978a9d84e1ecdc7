import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { listLoadsOfRoutes, sumUpLoads } from './daily-loads.server.ts'
import { listDocumentsIssued } from './document-list.server.ts'
import { listFigures, sumUpDay, sumUpDays } from './figures.server.ts'
import { netOf } from './figures.ts'
import { listLegLoads } from './leg-loads.server.ts'
import { listNumbersElsewhere, listVat } from './vat-report.server.ts'

let bank: SimulatedBank
let bus: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 6 })
  await buy(bank, [ride(bus, 'A', 'C', { adult: 2, child: 1 })])
  await buy(bank, [ride(bus, 'B', 'D')])
})
afterAll(() => bank.stop())

test('a day has the fares of its receipts by category, with the VAT that the receipts print', async () => {
  const figures = await listFigures(today())
  const receipts = await db.selectFrom('receipts').selectAll().execute()
  expect(figures.map(({ category }) => category)).toEqual(['adult', 'child'])
  expect(sumOf(figures.map(({ soldCents }) => soldCents))).toBe(
    sumOf(receipts.map(({ totalCents }) => totalCents)),
  )
  expect(sumOf(figures.map(({ vatCents }) => vatCents))).toBe(
    sumOf(receipts.map(({ vatCents }) => vatCents)),
  )
  expect(sumOf(figures.map(netOf))).toBe(
    sumOf(receipts.map(({ totalCents, vatCents }) => totalCents - vatCents)),
  )
})

test('VAT is listed by rate with the numbers of the documents, none of which is missing', async () => {
  expect(await listVat(today())).toMatchObject([
    { series: 'receipt', vatPercent: 9, documents: 2, firstNumber: 1, lastNumber: 2 },
  ])
  expect(await listNumbersElsewhere(today())).toEqual([])
})

test('a document that was issued after midnight is named, as its number lies between those of the day', async () => {
  const span = today()
  shiftClock({ hours: 24 })
  await buy(bank, [ride(bus, 'C', 'D')])
  shiftClock({ hours: -24 })
  await buy(bank, [ride(bus, 'C', 'D')])
  expect(await listNumbersElsewhere(span)).toEqual([{ series: 'receipt', number: 3 }])
})

test('the load of a departure is counted leg by leg, and the fullest leg is its load', async () => {
  const span = dayOf(now().add({ hours: 48 }))
  const legs = await listLegLoads({ day: span.from, locale: 'en' })
  expect(legs.map(({ sold }) => sold)).toEqual([3, 4, 3])
  expect(new Set(legs.map(({ mostSold }) => mostSold))).toEqual(new Set([4]))
  expect(await listLoadsOfRoutes(span)).toMatchObject([
    { departures: 1, cancelled: 0, seats: 6, sold: 4, fullDepartures: 0 },
  ])
})

test('the legs of a day come in pages of whole departures', async () => {
  const departsAt = now().add({ hours: 96 })
  const buses = [
    await addDeparture({ departsAt, seats: 6 }),
    await addDeparture({ departsAt: departsAt.add({ minutes: 5 }), seats: 6 }),
  ]
  const wish = { day: dayOf(departsAt).from, locale: 'en', limit: 1 } as const
  const first = await listLegLoads(wish)
  const second = await listLegLoads({ ...wish, after: buses[0] })
  expect([...first, ...second].map(({ departureId }) => departureId)).toEqual(
    buses.flatMap((departureId) => [departureId, departureId, departureId]),
  )
  expect(await listLegLoads({ ...wish, after: buses[1] })).toEqual([])
})

test('kept loads are those of the departures, also after a change on the days after', async () => {
  const span = dayOf(now().add({ hours: 48 }))
  const live = await listLoadsOfRoutes(span)
  shiftClock({ hours: 72 })
  expect(await sumUpLoads(now())).toBeGreaterThan(0)
  expect(
    await db.selectFrom('dailyLoads').selectAll().where('day', '=', span.from).execute(),
  ).toEqual(live)
  expect(await listLoadsOfRoutes(span)).toEqual(live)

  await db.deleteFrom('seatHolds').where('departureId', '=', bus).execute()
  expect(await listLoadsOfRoutes(span)).toEqual(live)
  await sumUpLoads(now())
  const changed = await listLoadsOfRoutes(span)
  expect(changed).toEqual(live.map((row) => ({ ...row, sold: 0 })))

  // A week later the day stays as it is, whatever is removed.
  shiftClock({ hours: 24 * 8 })
  await db
    .updateTable('departures')
    .set({ status: 'cancelled' })
    .where('departureId', '=', bus)
    .execute()
  await sumUpLoads(now())
  expect(await listLoadsOfRoutes(span)).toEqual(changed)
  shiftClock({ hours: -24 * 11 })
})

test('a day that is over is summed up once, and again only on request', async () => {
  const span = today()
  const before = await listFigures(span)
  shiftClock({ hours: 24 })
  expect(await sumUpDays(now())).toBe(1)
  expect(await sumUpDays(now())).toBe(0)
  expect(await listFigures(span)).toEqual(before)
  await db.deleteFrom('dailyFigures').execute()
  expect(await listFigures(span)).toEqual([])
  await sumUpDay(span.from, now())
  expect(await listFigures(span)).toEqual(before)
})

test('more documents than one statement reads are listed whole and in order', async () => {
  const span = today()
  const few = await listDocumentsIssued(span, { limit: 100 })
  await asOwner((owner) =>
    sql`
      insert into receipts (series, number, order_id, issued_at, total_cents, vat_percent, vat_cents)
      select series, 1000 + n, order_id, ${now()}, total_cents, vat_percent, vat_cents
      from receipts cross join generate_series(1, 20500) as n
      where series = 'receipt' and number = 1`.execute(owner),
  )
  const all = await listDocumentsIssued(span, { limit: 30_000 })
  expect(all).toHaveLength(few.length + 20_500)
  expect(new Set(all.map(({ series, number }) => `${series}-${number}`)).size).toBe(all.length)
  expect(await listDocumentsIssued(span, { limit: 15_000 })).toEqual(all.slice(0, 15_000))
})

function today() {
  return dayOf(now())
}

function dayOf(moment: Temporal.Instant) {
  return { from: dateInCyprus(moment), until: dateInCyprus(moment) }
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0)
}
