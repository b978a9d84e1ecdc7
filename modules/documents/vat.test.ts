import { assert, integer, array, property } from 'fast-check'
import { expect, test } from 'vitest'

import { type Cents, cents, sum } from '#platform/money.ts'

import { includedVat, includedVatByLine, vatByRate } from './vat.ts'

test('the VAT inside a fare is that of the accountant', () => {
  expect(includedVat(cents(2700), 9)).toBe(223)
  expect(includedVat(cents(900), 9)).toBe(74)
  expect(includedVat(cents(1600), 9)).toBe(132)
  expect(includedVat(cents(1600), 0)).toBe(0)
  expect(includedVat(cents(0), 9)).toBe(0)
})

test('half a cent rounds up, and a little less than half rounds down', () => {
  expect(includedVat(cents(3), 20)).toBe(1)
  expect(includedVat(cents(2), 20)).toBe(0)
})

test('lines that each round down still add up to the VAT of the whole', () => {
  expect(includedVatByLine([cents(900), cents(900), cents(900)], 9)).toEqual([75, 74, 74])
  expect(includedVatByLine([cents(1800), cents(450), cents(0)], 9)).toEqual([149, 37, 0])
  expect(includedVatByLine([], 9)).toEqual([])
})

test('whatever the fares, no cent of VAT is lost or made', () => {
  const amounts = array(integer({ min: 0, max: 50_000 }).map(cents), { maxLength: 8 })
  assert(
    property(amounts, integer({ min: 0, max: 25 }), (gross: Cents[], percent) => {
      const shares = includedVatByLine(gross, percent)
      expect(sum(shares)).toBe(includedVat(sum(gross), percent))
      for (const [line, share] of shares.entries()) {
        const exact = ((gross[line] ?? 0) * percent) / (100 + percent)
        expect(Math.abs(share - exact)).toBeLessThan(1)
      }
    }),
  )
})

test('a receipt shows net, VAT and gross for each rate it holds', () => {
  const lines = [
    { vatPercent: 19, totalCents: cents(119), vatCents: cents(19) },
    { vatPercent: 9, totalCents: cents(1800), vatCents: cents(149) },
    { vatPercent: 9, totalCents: cents(450), vatCents: cents(37) },
  ]
  expect(vatByRate(lines)).toEqual([
    { percent: 9, netCents: 2064, vatCents: 186, grossCents: 2250 },
    { percent: 19, netCents: 100, vatCents: 19, grossCents: 119 },
  ])
})
