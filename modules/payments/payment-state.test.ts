import { constantFrom, assert, array, property } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cents } from '#platform/money.ts'

import {
  assertMayBecome,
  nextPaymentState,
  mayBecome,
  PAYMENT_STATES,
  type Attempt,
} from './payment-state.ts'
import type { ProviderSnapshot, ProviderStatus } from './provider.ts'

const attempt: Attempt = { state: 'open', merchantRef: 'AB-1', amountCents: 1800, currency: 'EUR' }

describe('a payment as the provider reports it', () => {
  test('is paid if it was paid as asked', () => {
    expect(nextPaymentState(attempt, snapshot('paid'))).toEqual({ is: 'changed', to: 'paid' })
  })

  test.each([1799, 1801])('with %d cents instead of 1800 is reviewed by a person', (captured) => {
    const other = snapshot('paid', { captured: cents(captured) })
    expect(nextPaymentState(attempt, other)).toEqual({ is: 'changed', to: 'review' })
  })

  test('in another currency is reviewed by a person', () => {
    const other = snapshot('paid', { currency: 'USD' })
    expect(nextPaymentState(attempt, other)).toEqual({ is: 'changed', to: 'review' })
  })

  test('under a reference that is not ours is not believed', () => {
    expect(nextPaymentState(attempt, snapshot('paid', { merchantRef: 'ZZ-9' }))).toEqual({
      is: 'foreign',
    })
    expect(nextPaymentState(attempt, snapshot('paid', { merchantRef: null }))).toEqual({
      is: 'foreign',
    })
  })

  test('may still be paid after the attempt has ended', () => {
    for (const state of ['declined', 'expired', 'cancelled'] as const) {
      const late = nextPaymentState({ ...attempt, state }, snapshot('paid'))
      expect(late).toEqual({ is: 'changed', to: 'paid' })
    }
  })
})

test('every change of state that is not in the table is refused', () => {
  const refused = PAYMENT_STATES.flatMap((from) =>
    PAYMENT_STATES.filter((to) => !mayBecome(from, to)).map((to) => ({ from, to })),
  )
  expect(refused.length).toBeGreaterThan(20)
  for (const { from, to } of refused) {
    expect(() => assertMayBecome(from, to)).toThrow(`a payment ${from} became ${to}`)
  }
  expect(PAYMENT_STATES.filter((to) => mayBecome('paid', to))).toEqual([])
})

test('in any order of reports, a paid payment stays paid', () => {
  const anyStatus = constantFrom<ProviderStatus[]>(
    'open',
    'processing',
    'paid',
    'declined',
    'expired',
    'cancelled',
  )
  assert(
    property(array(anyStatus), (heard) => {
      const states = heard.reduce<Attempt>((known, status) => {
        const verdict = nextPaymentState(known, snapshot(status))
        return verdict.is === 'changed' ? { ...known, state: verdict.to } : known
      }, attempt)
      expect(states.state === 'paid').toBe(heard.includes('paid'))
    }),
  )
})

function snapshot(status: ProviderStatus, other: Partial<ProviderSnapshot> = {}): ProviderSnapshot {
  return {
    ok: true,
    providerRef: 'bank-1',
    status,
    amount: 1800,
    currency: 'EUR',
    merchantRef: 'AB-1',
    captured: cents(status === 'paid' ? 1800 : 0),
    refunded: cents(0),
    refunds: [],
    disputed: false,
    lastDecline: null,
    card: null,
    ...other,
  }
}
