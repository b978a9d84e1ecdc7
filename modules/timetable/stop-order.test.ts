import { assert, property, shuffledSubarray, array, subarray } from 'fast-check'
import { expect, test } from 'vitest'

import { mergeStops, splitByOrder } from './stop-order.ts'

test('runs that skip different stops share one order of stops', () => {
  expect(
    mergeStops([
      ['A', 'C'],
      ['A', 'B', 'C'],
      ['B', 'X', 'C'],
    ]).join(''),
  ).toBe('ABXC')
})

test('a stop inserted later is put before all that come after it', () => {
  // Inserted one by one, Z would be right behind B, and so before C.
  const merged = mergeStops([
    ['A', 'B', 'C', 'D'],
    ['B', 'Z'],
    ['C', 'Z'],
  ])
  expect(merged.indexOf('C')).toBeLessThan(merged.indexOf('Z'))
})

test('there and back are two groups, and so is a pattern that shares only one stop with them', () => {
  const patterns = ['ABC', 'CBA', 'AC', 'CA', 'CX'].map((stops) => stops.split(''))
  const groups = splitByOrder(patterns, false).map((group) => group.map((one) => one.join('')))
  expect(groups).toEqual([['ABC', 'AC'], ['CBA', 'CA'], ['CX']])
  const oneWay = splitByOrder(patterns, true).map((group) => group.map((one) => one.join('')))
  expect(oneWay).toEqual([
    ['ABC', 'AC', 'CX'],
    ['CBA', 'CA'],
  ])
})

test('in no group does a bus go back in the order of its stops', () => {
  const stops = 'ABCDEFG'.split('')
  const patterns = array(shuffledSubarray(stops, { minLength: 2 }), { maxLength: 12 })
  assert(
    property(patterns, (given) => {
      for (const group of splitByOrder(given, true)) {
        const order = mergeStops(group)
        for (const pattern of group) {
          const places = pattern.map((stop) => order.indexOf(stop))
          expect(places).toEqual(places.toSorted((one, other) => one - other))
        }
      }
    }),
  )
})

test('patterns of one road are never separated', () => {
  const stops = 'ABCDEFG'.split('')
  assert(
    property(array(subarray(stops, { minLength: 2 }), { minLength: 1, maxLength: 12 }), (given) => {
      expect(splitByOrder(given, true)).toHaveLength(1)
    }),
  )
})
