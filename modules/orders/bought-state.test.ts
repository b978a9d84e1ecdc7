import { expect, test } from 'vitest'

import { boughtState } from './bought-state.ts'

const nothing = { isProcessing: false, isGivenBack: false }

test('a confirmed order is one, also when a second payment for it went back', () => {
  expect(boughtState('confirmed', nothing)).toBe('confirmed')
  expect(boughtState('confirmed', { ...nothing, isGivenBack: true })).toBe('confirmed')
  expect(boughtState('cancelled', nothing)).toBe('cancelled')
})

test('an order that waits for its payment is bought once the bank thinks about it', () => {
  expect(boughtState('awaiting-payment', nothing)).toBeNull()
  expect(boughtState('awaiting-payment', { ...nothing, isProcessing: true })).toBe('processing')
})

test('money that could not buy anything goes back, and what is not clear is looked at', () => {
  expect(boughtState('payment-review', { ...nothing, isGivenBack: true })).toBe('given-back')
  expect(boughtState('payment-review', nothing)).toBe('review')
  expect(boughtState('expired', { ...nothing, isGivenBack: true })).toBe('given-back')
})

test('a cart is not bought, whatever became of an earlier payment, nor is one that was left', () => {
  expect(boughtState('cart', { ...nothing, isGivenBack: true })).toBeNull()
  expect(boughtState('expired', nothing)).toBeNull()
})
