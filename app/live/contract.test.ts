import { expect, test } from 'vitest'

import { attributes, type Dataset, type Selector } from './contract.ts'

type Clock = { endsAt: number; madeAt?: number }
type Announced = { [minutes: number]: string }

test('the page writes names as attributes, which the script reads back', () => {
  expect(attributes<Clock>({ endsAt: 4 })).toEqual({ 'data-ends-at': 4 })
  expect(attributes<Announced>({ 5: 'five', 0: 'over' })).toEqual({
    'data-0': 'over',
    'data-5': 'five',
  })
})

test('a name that only one of them knows is a mistake of types', () => {
  // @ts-expect-error -- misspelt in the page
  attributes<Clock>({ endAt: 4 })
  // @ts-expect-error -- without a type nothing would be compared
  attributes({ endsAt: 4 })
  const { endsAt } = { endsAt: '4' } as Dataset<Clock>
  expect(Number(endsAt)).toBe(4)
  const selectors = [
    '.hold-left [data-ends-at]' satisfies Selector<Clock>,
    // @ts-expect-error -- misspelt in the script
    '[data-end-at]' satisfies Selector<Clock>,
  ]
  expect(selectors).toHaveLength(2)
})
