import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { cents } from '#platform/money.ts'

import { priceParty, totalOf, type FareTable } from './fares.ts'

const nicosiaToLarnacaAirport: FareTable = {
  adult: cents(900),
  child: cents(450),
  student: cents(750),
  infant: cents(0),
}

test('a family pays for each by category, and its infant is listed at no charge', () => {
  const lines = priceParty(nicosiaToLarnacaAirport, partyOf({ adult: 2, child: 1, infant: 1 }))
  expect(lines.map(({ category, count, total }) => [category, count, total])).toEqual([
    ['adult', 2, 1800],
    ['child', 1, 450],
    ['infant', 1, 0],
  ])
  expect(totalOf(lines)).toBe(2250)
})

test('one of each category pays each fare once', () => {
  const everyone = partyOf({ adult: 1, child: 1, student: 1, infant: 1 })
  expect(totalOf(priceParty(nicosiaToLarnacaAirport, everyone))).toBe(2100)
})

test('an empty party pays nothing, on no line', () => {
  const nobody = partyOf({})
  expect(priceParty(nicosiaToLarnacaAirport, nobody)).toEqual([])
  expect(totalOf([])).toBe(0)
})
