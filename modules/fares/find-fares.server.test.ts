import { beforeAll, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'

import { findFareTable, listFarePairs } from './find-fares.server.ts'
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

test('a pair of stops has a fare for each category', async () => {
  const fares = await findFareTable(db, 'NIC', 'LCA')
  expect(fares).toEqual({ adult: 900, child: 450, student: 750, infant: 0 })
})

test('the way back is another pair, and is not sold without fares of its own', async () => {
  expect(await findFareTable(db, 'LCA', 'NIC')).toBeUndefined()
})

test('a pair without a fare for infants is not sold: a missing price is not a free seat', async () => {
  expect(await findFareTable(db, 'NIC', 'PFO')).toBeUndefined()
  expect(await listFarePairs()).toMatchObject([{ fromStopId: 'NIC', toStopId: 'LCA' }])
})

function fare(
  fromStopId: string,
  toStopId: string,
  passengerCategory: PassengerCategory,
  fareCents: number,
) {
  return { fromStopId, toStopId, passengerCategory, fareCents }
}
