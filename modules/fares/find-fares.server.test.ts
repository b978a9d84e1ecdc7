import { beforeAll, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'

import { EVER } from './fares.ts'
import { findFares, listFarePairs } from './find-fares.server.ts'
import type { PassengerCategory } from './passengers.ts'

beforeAll(async () => {
  const stops = ['NIC', 'LCA', 'PFO'].map((stopId) => ({ stopId, latitude: 35, longitude: 33 }))
  await db.insertInto('stops').values(stops).execute()
  await db
    .insertInto('fares')
    .values([
      fare('NIC', 'LCA', 'adult', 900),
      fare('NIC', 'LCA', 'child', 450),
      fare('NIC', 'LCA', 'student', 750),
      fare('NIC', 'LCA', 'infant', 0),
      fare('NIC', 'PFO', 'adult', 1600),
      fare('NIC', 'PFO', 'child', 800),
      fare('NIC', 'PFO', 'student', 1350),
    ])
    .execute()
})

const MARCH = '2027-03-01T10:00:00Z'

test('a pair of stops has a fare for each category', async () => {
  expect(await fareOf('NIC', 'LCA', MARCH)).toEqual({
    fares: { adult: 900, child: 450, student: 750, infant: 0 },
    fareEdition: null,
  })
})

test('the way back is another pair, and is not sold without fares of its own', async () => {
  expect(await fareOf('LCA', 'NIC', MARCH)).toBeUndefined()
})

test('a pair without a fare for infants is not sold: a missing price is not a free seat', async () => {
  expect(await fareOf('NIC', 'PFO', MARCH)).toBeUndefined()
  const march = Temporal.PlainDate.from('2027-03-01')
  expect(await listFarePairs(march)).toMatchObject([{ fromStopId: 'NIC', toStopId: 'LCA' }])
})

test.each([
  ['a minute before midnight in Cyprus', '2027-04-30T20:59:00Z', 900, 450],
  ['at midnight in Cyprus', '2027-04-30T21:00:00Z', 950, 450],
  ['in the last minute of May', '2027-05-31T20:59:00Z', 950, 450],
  ['from June on', '2027-05-31T21:00:00Z', 950, 500],
])('a fare holds until the next one of its category begins: %s', async (_, at, adult, child) => {
  await db.insertInto('fares').values(LATER).execute()
  expect(await fareOf('NIC', 'LCA', at)).toMatchObject({ fares: { adult, child, infant: 0 } })
  await forgetLater()
})

test('a fare of nothing written ends the sale of its pair until the next', async () => {
  const ends = { ...fare('NIC', 'LCA', 'student', 0), fareCents: null }
  const begins = fare('NIC', 'LCA', 'student', 700)
  await db
    .insertInto('fares')
    .values([from('2027-05-01', ends), from('2027-06-01', begins)])
    .execute()
  const may = Temporal.PlainDate.from('2027-05-10')
  expect(await fareOf('NIC', 'LCA', '2027-05-10T10:00:00Z')).toBeUndefined()
  expect(await listFarePairs(may)).toEqual([])
  expect(await listFarePairs(may.add({ months: 1 }))).toMatchObject([{ fares: { student: 700 } }])
  await forgetLater()
})

const LATER = [
  from('2027-05-01', fare('NIC', 'LCA', 'adult', 950)),
  from('2027-06-01', fare('NIC', 'LCA', 'child', 500)),
]

function from<Row extends object>(date: string, row: Row) {
  return { ...row, validFrom: Temporal.PlainDate.from(date) }
}

async function forgetLater(): Promise<void> {
  await db.deleteFrom('fares').where('validFrom', '>', EVER).execute()
}

function fareOf(fromStopId: string, toStopId: string, at: string) {
  return findFares(db, { fromStopId, toStopId, departsAt: Temporal.Instant.from(at) })
}

function fare(
  fromStopId: string,
  toStopId: string,
  passengerCategory: PassengerCategory,
  fareCents: number,
) {
  return { fromStopId, toStopId, passengerCategory, fareCents }
}
