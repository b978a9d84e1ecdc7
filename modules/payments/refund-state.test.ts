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
  ['failed', 'succeeded'],
  ['failed', 'replaced'],
  ['failed', 'paid-otherwise'],
  ['failed', 'taken-back'],
  ['needs-attention', 'requested'],
  ['needs-attention', 'succeeded'],
  ['needs-attention', 'failed'],
  ['needs-attention', 'replaced'],
  ['needs-attention', 'paid-otherwise'],
  ['needs-attention', 'taken-back'],
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
