import { expect, test } from 'vitest'

import { assertMayBecome, ORDER_STATUSES, type OrderStatus } from './order-status.ts'

const LEGAL: [OrderStatus, OrderStatus][] = [
  ['cart', 'awaiting-payment'],
  ['cart', 'confirmed'],
  ['cart', 'expired'],
  ['cart', 'payment-review'],
  ['awaiting-payment', 'cart'],
  ['awaiting-payment', 'confirmed'],
  ['awaiting-payment', 'expired'],
  ['awaiting-payment', 'payment-review'],
  ['confirmed', 'cancelled'],
  ['expired', 'confirmed'],
  ['expired', 'payment-review'],
  ['payment-review', 'confirmed'],
  ['payment-review', 'cancelled'],
]

test.each(LEGAL)('an order %s may become %s', (from, to) => {
  expect(() => assertMayBecome(from, to)).not.toThrow()
})

test('every other change of status is refused', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => ({ from, to })))
  const illegal = pairs.filter(({ from, to }) => !LEGAL.some(([a, b]) => a === from && b === to))
  expect(illegal).toHaveLength(ORDER_STATUSES.length ** 2 - LEGAL.length)
  for (const { from, to } of illegal) {
    expect(() => assertMayBecome(from, to)).toThrow(`an order ${from} became ${to}`)
  }
})
