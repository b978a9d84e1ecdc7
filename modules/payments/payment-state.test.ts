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

describe('what the provider says about an open payment', () => {
  test('paid as asked is paid', () => {
    expect(nextPaymentState(attempt, snapshot('paid'))).toEqual({ is: 'changed', to: 'paid' })
  })

  test.each([1799, 1801])('%d cents instead of 1800 is looked at by a person', (captured) => {
    const other = snapshot('paid', { captured: cents(captured) })
    expect(nextPaymentState(attempt, other)).toEqual({ is: 'changed', to: 'review' })
  })

  test('another currency is looked at by a person', () => {
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

  test('money may come after the attempt was given up', () => {
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

test('whatever is heard in whatever order, once paid it stays paid', () => {
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
