import { expect, test } from 'vitest'

import { ORDER_STATUSES } from './order-status.ts'
import { READ_STATUSES, readStatus } from './shown-status.ts'

const nothing = { isProcessing: false, hasGivenUp: false, hasReturned: false }

test.each([
  ['cart', {}, null],
  ['awaiting-payment', {}, 'awaiting-payment'],
  ['awaiting-payment', { isProcessing: true }, 'processing'],
  ['confirmed', {}, 'confirmed'],
  ['confirmed', { hasReturned: true }, 'confirmed'],
  ['confirmed', { hasGivenUp: true }, 'partly-cancelled'],
  ['confirmed', { hasGivenUp: true, hasReturned: true }, 'partly-refunded'],
  ['cancelled', { hasGivenUp: true }, 'cancelled'],
  ['cancelled', { hasGivenUp: true, hasReturned: true }, 'refunded'],
  ['expired', {}, 'expired'],
  ['expired', { hasReturned: true }, 'refunded'],
  ['payment-review', {}, 'review'],
  ['payment-review', { hasReturned: true }, 'refunded'],
] as const)('%s with %o is read as %s', (status, facts, read) => {
  expect(readStatus(status, { ...nothing, ...facts })).toBe(read)
})

test('every shown status can occur', () => {
  const flags = [false, true]
  const all = ORDER_STATUSES.flatMap((status) =>
    flags.flatMap((isProcessing) =>
      flags.flatMap((hasGivenUp) =>
        flags.map((hasReturned) => readStatus(status, { isProcessing, hasGivenUp, hasReturned })),
      ),
    ),
  )
  expect(new Set(all)).toEqual(new Set([...READ_STATUSES, null]))
})
