import { expect, test } from 'vitest'

import { findPlaces } from './find-stops.ts'

const PLACES = [
  { code: 'NA', terms: ['North Airport', 'Βόρειο Αεροδρόμιο'] },
  { code: 'SA', terms: ['South Airport', 'Νότιο Αεροδρόμιο'] },
  { code: 'AIR', terms: ['Airfield Village'] },
  { code: 'NO', terms: ['Nora', 'Νόρα', 'NA town'] },
]

test('a code means that stop, even if names begin like it', () => {
  expect(codes('na')).toEqual(['NA'])
  expect(codes('AIR')).toEqual(['AIR'])
})

test('a whole name means that stop', () => {
  expect(codes('Βορειο αεροδρομιο')).toEqual(['NA'])
  expect(codes('nora')).toEqual(['NO'])
})

test('names that begin with the text are listed before those with a later word that does', () => {
  expect(codes('airp')).toEqual(['NA', 'SA'])
  expect(codes('airf')).toEqual(['AIR'])
  expect(codes('ai')).toEqual(['AIR', 'NA', 'SA'])
  expect(codes('nor')).toEqual(['NA', 'NO'])
})

test('words may be in another order, but all of them must match', () => {
  expect(codes('airport south')).toEqual(['SA'])
  expect(codes('airport east')).toEqual([])
})

test('a piece from the middle of a word finds nothing, and neither does an empty text', () => {
  expect(codes('orth')).toEqual([])
  expect(codes('')).toEqual([])
  expect(codes('?!')).toEqual([])
})

test('a text longer than any name finds nothing', () => {
  expect(codes('airport '.repeat(100_000) + 'nowhere')).toEqual([])
})

function codes(text: string): string[] {
  return findPlaces(PLACES, text).map(({ code }) => code)
}
