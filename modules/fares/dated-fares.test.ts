import { expect, test } from 'vitest'

import { changeFares, compareFares, fareOn, raiseFare } from './dated-fares.ts'
import { EVER, type Fare } from './fares.ts'

const MAY = day('2027-05-01')
const JUNE = day('2027-06-01')

test.each([
  ['2027-04-30', 900],
  ['2027-05-01', 950],
  ['2027-05-31', 950],
  ['2027-06-01', null],
])('those who board on %s pay %s', (on, cents) => {
  const fares = [adult(null, JUNE), adult(900), adult(950, MAY)]
  expect(fareOn(fares, day(on))).toBe(cents)
})

test('a pair that never had a fare is not sold', () => {
  expect(fareOn([], MAY)).toBeNull()
})

test.each([
  [900, 5, 950],
  [450, 5, 450],
  [1600, 5, 1700],
  [750, -10, 700],
  [0, 5, 0],
  [900, -100, 0],
])('%i cents and %i percent are %i cents, in steps of fifty', (cents, percent, raised) => {
  expect(raiseFare(cents, percent)).toBe(raised)
})

test('a change holds until a fare that had been set to begin later, and leaves the others alone', () => {
  const before = [adult(900), adult(1000, JUNE), child(450)]
  const after = changeFares(before, [wish(950)], MAY)
  expect(compareFares(before, after, day('2027-01-01'))).toEqual([
    { ...KEY, from: MAY, before: 900, after: 950 },
  ])
  expect(fareOn(after.filter(isAdult), JUNE)).toBe(1000)
  expect(after).toContainEqual(child(450))
})

test('a change of the same day takes the place of the first', () => {
  const once = changeFares([adult(900)], [wish(950)], MAY)
  expect(changeFares(once, [wish(null)], MAY)).toEqual([adult(900), adult(null, MAY)])
})

test('what differs is told once, and only for days that are to come', () => {
  const before = [adult(900), adult(950, day('2026-01-01')), adult(1000, JUNE)]
  const after = [adult(900), adult(1100, MAY)]
  expect(compareFares(before, after, MAY)).toEqual([
    { ...KEY, from: MAY, before: 950, after: 1100 },
    { ...KEY, from: JUNE, before: 1000, after: 1100 },
  ])
  expect(compareFares(before, before, MAY)).toEqual([])
})

test('a pair that goes off sale, or comes on sale, is told as such', () => {
  expect(compareFares([adult(900)], [], MAY)).toMatchObject([{ before: 900, after: null }])
  expect(compareFares([], [adult(900)], MAY)).toMatchObject([{ before: null, after: 900 }])
})

const KEY = { fromStopId: 'NIC', toStopId: 'LCA', passengerCategory: 'adult' } as const

function adult(fareCents: number | null, validFrom = EVER): Fare {
  return { ...KEY, validFrom, fareCents }
}

function child(fareCents: number): Fare {
  return { ...adult(fareCents), passengerCategory: 'child' }
}

function wish(fareCents: number | null) {
  return { ...KEY, fareCents }
}

function isAdult({ passengerCategory }: Fare): boolean {
  return passengerCategory === 'adult'
}

function day(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text)
}
