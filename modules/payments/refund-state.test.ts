import { expect, test } from 'vitest'

import { assertRefundMayBecome, REFUND_STATES, type RefundState } from './refund-state.ts'

const LEGAL: [RefundState, RefundState][] = [
  ['requested', 'pending'],
  ['requested', 'succeeded'],
  ['requested', 'failed'],
  ['requested', 'needs-attention'],
  ['pending', 'succeeded'],
  ['pending', 'failed'],
  ['pending', 'needs-attention'],
  ['succeeded', 'needs-attention'],
  ['failed', 'requested'],
  ['needs-attention', 'requested'],
  ['needs-attention', 'succeeded'],
]

test.each(LEGAL)('a refund %s may become %s', (from, to) => {
  expect(() => assertRefundMayBecome(from, to)).not.toThrow()
})

test('every other change of a refund is refused', () => {
  const pairs = REFUND_STATES.flatMap((from) => REFUND_STATES.map((to) => ({ from, to })))
  const illegal = pairs.filter(({ from, to }) => !LEGAL.some(([a, b]) => a === from && b === to))
  for (const { from, to } of illegal) {
    expect(() => assertRefundMayBecome(from, to)).toThrow(`a refund ${from} became ${to}`)
  }
})
