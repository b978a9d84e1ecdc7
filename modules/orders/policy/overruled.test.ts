import { array, assert, boolean, double, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { mayWaive } from '#modules/orders/order/overrule.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import { cents } from '#platform/money.ts'

import { settleGivenUp, type GivenUp } from './cancellation.ts'
import { mayMiss } from './missed-bus.ts'

const NOW = Temporal.Instant.from('2026-12-02T07:00:00Z')

test('a refund against the rules is the sum given, whatever the rides; the rest is kept', () => {
  const ride = record({ price: nat(5000), isLate: boolean(), companyCancelled: boolean() })
  const share = double({ min: 0, max: 1, noNaN: true })
  assert(
    property(array(ride, { minLength: 1, maxLength: 4 }), share, (rides, part) => {
      const parts = rides.map(partOf)
      const byRule = settleGivenUp(parts, NOW)
      const kept = byRule.fee + byRule.forfeited
      const give = cents(byRule.refund + Math.round(kept * part))
      const given = settleGivenUp(parts, NOW, { overrule: 'STRIKE', give })
      expect(given.refund).toBe(give)
      expect(given.refund + given.fee + given.forfeited).toBe(byRule.refund + kept)
      expect(given.fee).toBeLessThanOrEqual(byRule.fee)
      expect(given.forfeited).toBeLessThanOrEqual(byRule.forfeited)
      expect(Math.min(given.fee, given.forfeited)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('staff can give neither less than the rules nor more than the price', () => {
  const parts = [partOf({ price: 1800, isLate: false, companyCancelled: false })]
  for (const give of [1699, 1801]) {
    const overruled = { overrule: 'STRIKE', give: cents(give) } as const
    expect(() => settleGivenUp(parts, NOW, overruled)).toThrow(/up to the price/)
  }
})

test('a bus can be missed again, and later, only by an overrule', () => {
  const missed = { departsAt: NOW, missed: true, companyCancelled: false, aboard: 0, people: 2 }
  expect(mayMiss(missed, NOW)).toMatchObject({ reason: 'missed-already' })
  expect(mayMiss(missed, NOW, 'STRIKE')).toEqual({ ok: true })
  const late = NOW.add({ hours: 25 })
  expect(mayMiss({ ...missed, missed: false }, late)).toMatchObject({ reason: 'too-late-to-miss' })
  expect(mayMiss({ ...missed, missed: false }, late, 'STRIKE')).toEqual({ ok: true })
  const early = NOW.subtract({ hours: 4 })
  expect(mayMiss(missed, early, 'STRIKE')).toMatchObject({ reason: 'too-early-to-miss' })
})

test('a party of which anyone is aboard missed no bus, unless staff say so', () => {
  const ride = { departsAt: NOW, missed: false, companyCancelled: false, people: 3 }
  expect(mayMiss({ ...ride, aboard: 0 }, NOW)).toEqual({ ok: true })
  expect(mayMiss({ ...ride, aboard: -1 }, NOW)).toEqual({ ok: true })
  const refused = { ok: false, reason: 'counted-aboard', people: 3 }
  for (const aboard of [1, 3]) {
    expect(mayMiss({ ...ride, aboard }, NOW)).toEqual({ ...refused, aboard })
    expect(mayMiss({ ...ride, aboard }, NOW, 'STRIKE')).toEqual({ ok: true })
  }
  // Two phones let the same people aboard: the sentence still counts each once.
  expect(mayMiss({ ...ride, aboard: 6 }, NOW)).toEqual({ ...refused, aboard: 3 })
})

test('staff read that people are aboard before they read that the ticket was moved once', () => {
  const ride = { departsAt: NOW, missed: true, companyCancelled: false, aboard: 1, people: 1 }
  expect(mayMiss(ride, NOW)).toMatchObject({ reason: 'counted-aboard' })
  expect(mayMiss({ ...ride, companyCancelled: true }, NOW)).toMatchObject({ reason: 'not-running' })
})

describe('an overrule', () => {
  const limit = { mayWaiveCents: 3000, given: cents(1000) }

  test('needs a reason of ten letters', () => {
    const small = { ...limit, waived: cents(1) }
    expect(mayWaive({ ...small, reason: 'bus 13:30 left late' })).toEqual({ ok: true })
    for (const reason of ['late bus', '1234567890 ...', undefined]) {
      expect(mayWaive({ ...small, reason })).toEqual({
        ok: false,
        reason: 'reason-too-short',
        least: 10,
      })
    }
  })

  test('is limited, together with what the same person gave before', () => {
    const reason = 'άργησε η πτήση τους'
    expect(mayWaive({ ...limit, reason, waived: cents(2000) })).toEqual({ ok: true })
    expect(mayWaive({ ...limit, reason, waived: cents(2001) })).toEqual({
      ok: false,
      reason: 'over-limit',
      most: 3000,
      given: 1000,
    })
  })
})

function partOf(ride: { price: number; isLate: boolean; companyCancelled: boolean }): GivenUp {
  return {
    price: cents(ride.price),
    departsAt: NOW.add({ hours: ride.isLate ? 23 : 25 }),
    noticeFrom: null,
    refundTerms: REFUND_TERMS,
    companyCancelled: ride.companyCancelled,
  }
}
