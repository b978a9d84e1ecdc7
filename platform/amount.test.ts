import { expect, test } from 'vitest'

import { readAmount } from './amount.ts'

test.each([
  ['50', 5000],
  ['50,5', 5050],
  ['50.05', 5005],
  ['€ 1 250,00', 125_000],
  ['12,30 €', 1230],
  ['0', 0],
])('%s is %i cents', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

test.each(['', 'fifty', '-5', '1.000,00', '5.005', '1234567', '5e3'])(
  '%s is no amount',
  (typed) => {
    expect(readAmount(typed)).toBeUndefined()
  },
)
