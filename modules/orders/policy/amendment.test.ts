import { array, assert, constantFrom, nat, pre, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { priceParty, totalOf } from '#modules/fares/fares.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import { cents } from '#platform/money.ts'

import { areFewer, mayAmend, priceAmendment, type RideNow } from './amendment.ts'
import { isPartOf, settleGivenUp } from './cancellation.ts'

const NOW = Temporal.Instant.from('2026-12-02T07:00:00Z')
const FARES = faresOf({ child: 900, student: 1500 })
const CHILDREN_FREE = faresOf({ child: 0, student: 1500 })

describe('a change that leaves a passenger behind is recognised', () => {
  test.each([
    ['fewer people', { adult: 4 }, { adult: 3 }],
    ['an adult who becomes an infant on a lap', { adult: 4 }, { adult: 2, infant: 2 }],
    ['a child who becomes an infant', { adult: 1, child: 1 }, { adult: 1, infant: 1 }],
    ['an infant who is no longer listed', { adult: 1, infant: 1 }, { adult: 1 }],
  ])('%s', (_what, before, after) => {
    expect(areFewer(party(before), party(after), FARES)).toBe(true)
    expect(change(party(before), party(after))).toMatchObject({ reason: 'fewer-passengers' })
  })

  test('an adult who becomes an infant on a lap, where everybody rides free', () => {
    const free = { ...CHILDREN_FREE, adult: cents(0), student: cents(0) }
    expect(areFewer(party({ adult: 2 }), party({ adult: 1, infant: 1 }), free)).toBe(true)
    expect(areFewer(party({ adult: 2 }), party({ adult: 1, child: 1 }), free)).toBe(false)
  })

  test('an adult who becomes a child, where children ride free', () => {
    const [before, after] = [party({ adult: 4 }), party({ adult: 1, child: 3 })]
    expect(areFewer(before, after, CHILDREN_FREE)).toBe(true)
    expect(areFewer(before, after, FARES)).toBe(false)
  })

  test.each([
    ['another adult', { adult: 1 }, { adult: 2 }],
    ['a child who turns out to be a student', { adult: 1, child: 1 }, { adult: 1, student: 1 }],
    ['an adult who turns out to be a student', { adult: 2 }, { adult: 1, student: 1 }],
    ['an infant who becomes a child', { adult: 1, infant: 1 }, { adult: 1, child: 1 }],
    ['one more infant', { adult: 2 }, { adult: 2, infant: 2 }],
  ])('but %s is a change', (_what, before, after) => {
    expect(change(party(before), party(after))).toEqual({ ok: true, kind: 'amended' })
  })
})

test('no series of changes costs less than cancelling with the fee', () => {
  const people = record({
    adult: nat(4),
    child: nat(3),
    student: nat(2),
    infant: nat(2),
  })
  const step = record({ act: constantFrom('change', 'give-up'), people, legs: nat(2) })
  const tables = constantFrom(FARES, CHILDREN_FREE)
  assert(
    property(people, array(step, { maxLength: 8 }), tables, (first, steps, oneLeg) => {
      pre(checkParty(first, 0).ok)
      let ride = rideOf(first, oneLeg)
      let received = 0
      for (const { act, people: passengers, legs } of steps) {
        if (!checkParty(passengers, 0).ok) continue
        if (act === 'change') {
          const then = { ...ride, passengers, toStopId: `stop ${legs}` }
          const fares = longer(oneLeg, legs + 1)
          const allowed = mayAmend(ride, then, NOW)
          if (!allowed.ok || areFewer(ride.passengers, passengers, fares)) continue
          const { surcharge, refund } = priceAmendment(ride, then, { kind: allowed.kind, fares })
          received += refund - surcharge
          ride = { ...then, fares }
        } else if (isPartOf(passengers, ride.passengers)) {
          const price = cents(priceOf(ride) - priceOf({ ...ride, passengers }))
          received += settleGivenUp([{ ...ride, price }], NOW).refund
          ride = { ...ride, passengers }
        }
      }
      const difference = priceOf(rideOf(first, oneLeg)) - priceOf(ride)
      const isGivenUp = paying(ride.passengers, oneLeg) < paying(first, oneLeg)
      expect(received).toBeLessThanOrEqual(difference - (isGivenUp ? REFUND_TERMS.fee : 0))
    }),
    { numRuns: 500 },
  )
})

function party(people: Partial<RideNow['passengers']>): RideNow['passengers'] {
  return partyOf({ ...people })
}

function change(before: RideNow['passengers'], after: RideNow['passengers']) {
  const ride = rideOf(before, FARES)
  return mayAmend(ride, { ...ride, passengers: after }, NOW)
}

/** A ride of one leg that leaves in two days. */
function rideOf(passengers: RideNow['passengers'], fares: RideNow['fares']): RideNow {
  return {
    fromStopId: 'first stop',
    toStopId: 'stop 0',
    departureId: 'bus',
    passengers,
    wheelchairUsers: 0,
    departsAt: NOW.add({ hours: 48 }),
    noticeFrom: null,
    refundTerms: REFUND_TERMS,
    corrected: false,
    companyCancelled: false,
    boughtAt: NOW,
    fares,
  }
}

function faresOf({ child, student }: { child: number; student: number }): RideNow['fares'] {
  return { adult: cents(1800), child: cents(child), student: cents(student), infant: cents(0) }
}

function longer({ adult, child, student, infant }: RideNow['fares'], legs: number) {
  const times = (fare: number) => cents(fare * legs)
  return { adult: times(adult), child: times(child), student: times(student), infant }
}

function priceOf({ fares, passengers }: Pick<RideNow, 'fares' | 'passengers'>): number {
  return totalOf(priceParty(fares, passengers))
}

function paying(passengers: RideNow['passengers'], fares: RideNow['fares']): number {
  const lines = priceParty(fares, passengers).filter(({ total }) => total > 0)
  return lines.reduce((people, { count }) => people + count, 0)
}
