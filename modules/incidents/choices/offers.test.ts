import { expect, test } from 'vitest'

import { OFFERED_SHARE } from '#modules/rules/rules.ts'

import {
  byNeed,
  choiceEndsAt,
  defaultFor,
  offeredFrom,
  pickOffers,
  placesToOffer,
  type Target,
} from './offers.ts'

const NOON = Temporal.Instant.from('2026-12-01T10:00:00Z')
const RIDE = { fromPosition: 0, toPosition: 2 }
const ONE = { seats: 1, wheelchairPlaces: 0 }

const at = (minutes: number) => NOON.add({ minutes })

function busAt(minutes: number, seats = 50): Target {
  const bus = { seats, wheelchairPlaces: 1 }
  const target = {
    departureId: `bus ${minutes}`,
    ride: RIDE,
    departsAt: at(minutes),
    bus,
    taken: [],
  }
  return { ...target, share: OFFERED_SHARE }
}

/** The minutes after which a choice between buses at these minutes ends. */
function ends(...minutes: number[]): number {
  const buses = minutes.map((one) => busAt(one))
  return choiceEndsAt(NOON, buses).since(NOON).total('minutes')
}

/**
 * The moment from which buses are offered instead of one at noon, asked so many hours before it.
 */
function from(hoursOfNotice: number): Temporal.Instant {
  return offeredFrom(NOON, at(-60 * hoursOfNotice))
}

function endsFor(asked: string, bus: string): string {
  const departsAt = Temporal.Instant.from(bus)
  return choiceEndsAt(Temporal.Instant.from(asked), [{ departsAt }]).toString()
}

const taken = (state: 'sold' | 'offered', seats: number, fromPosition = 0, toPosition = 2) => {
  return { state, seats, wheelchairPlaces: 0, fromPosition, toPosition }
}

test('at most 60 % of the free seats of each leg are kept, and none twice', () => {
  const bus = { seats: 50, wheelchairPlaces: 1 }
  const left = (...holds: ReturnType<typeof taken>[]) => {
    return placesToOffer({ bus, ride: RIDE, taken: holds, share: OFFERED_SHARE }).seats
  }
  expect(left()).toBe(30)
  expect(left(taken('sold', 10))).toBe(24)
  expect(left(taken('sold', 10), taken('offered', 20))).toBe(4)
  // Another leg than the fullest one may be the one with the most kept seats.
  expect(left(taken('sold', 40, 0, 1), taken('offered', 28, 1, 2))).toBe(2)
  expect(left(taken('sold', 49))).toBe(0)
})

test('staff may have all free seats of the other buses kept, and never more', () => {
  const bus = { seats: 50, wheelchairPlaces: 1 }
  const holds = [taken('sold', 10), taken('offered', 20)]
  expect(placesToOffer({ bus, ride: RIDE, taken: holds, share: 1 }).seats).toBe(20)
})

test('the next bus comes first, then all others of the day that have room for everybody, the nearest first', () => {
  const party = { departsAt: NOON, places: ONE }
  const names = (targets: Target[], needed = 1) =>
    pickOffers(party, targets, needed).map(({ departureId }) => departureId)
  expect(names([busAt(-30), busAt(60), busAt(120)])).toEqual(['bus 60', 'bus -30', 'bus 120'])
  // From Sunday 12:00 the next is Monday's; the one of Sunday morning is offered beside it.
  expect(names([busAt(-450), busAt(1000), busAt(1100)])).toEqual(['bus 1000', 'bus -450'])
  expect(names([busAt(1000), busAt(1100), busAt(1200)])).toEqual(['bus 1000', 'bus 1100'])
  const all = Array.from({ length: 9 }, (_, index) => busAt(60 + index))
  expect(names(all)).toHaveLength(6)
  expect(names([busAt(-30, 4), busAt(60), busAt(120)], 3)).toEqual(['bus 60', 'bus 120'])
  expect(names([busAt(-30), busAt(60, 1)])).toEqual(['bus -30'])
  expect(names([])).toEqual([])
})

test('buses are offered from the morning on if there is notice, and later ones at short notice', () => {
  // Eight days before: from midnight in Cyprus, twelve hours before noon there.
  expect(from(192)).toEqual(at(-720))
  expect(from(10)).toEqual(at(-420))
  expect(from(5)).toEqual(at(-180))
  expect(from(1)).toEqual(at(-30))
})

test('a choice does not end at night, as far as the buses allow', () => {
  const told = Temporal.Instant.from('2026-11-28T12:24:00Z')
  // 14:24 in Cyprus, and twelve hours later 02:24.
  expect(endsFor(told.toString(), '2026-12-06T12:10:00Z')).toBe('2026-11-29T06:00:00Z')
  // Asked at 09:59, until 21:59; a minute later, until the morning.
  expect(endsFor('2026-11-28T07:59:00Z', '2026-12-06T12:10:00Z')).toBe('2026-11-28T19:59:00Z')
  expect(endsFor('2026-11-28T08:00:00Z', '2026-12-06T12:10:00Z')).toBe('2026-11-29T06:00:00Z')
  expect(endsFor(told.toString(), '2026-11-29T04:40:00Z')).toBe('2026-11-29T03:55:00Z')
})

test('a choice ends 45 minutes before any of its buses, after at most 12 hours or the night and at least 20 minutes', () => {
  // At midnight, so at eight.
  expect(ends(5000, 6000)).toBe(720 + 480)
  expect(ends(300, 240)).toBe(195)
  expect(ends(65)).toBe(20)
  expect(ends(66)).toBe(21)
  expect(ends(10)).toBe(20)
})

test('without an answer a party is moved to a bus within three hours, and to no earlier one', () => {
  expect(defaultFor(NOON, busAt(180), true)).toBe('move')
  expect(defaultFor(NOON, busAt(181), true)).toBe('refund')
  expect(defaultFor(NOON, busAt(-10), true)).toBe('refund')
  expect(defaultFor(NOON, undefined, true)).toBe('refund')
  expect(defaultFor(NOON, busAt(60), false)).toBe('refund')
})

test('the order of giving: wheelchair, infant, onward ride, then the time of purchase', () => {
  const need = { hasWheelchair: false, hasInfant: false, hasOnwardRide: false, boughtAt: NOON }
  const late = { ...need, boughtAt: at(9) }
  const onward = { ...late, hasOnwardRide: true }
  const infant = { ...late, hasInfant: true }
  const wheelchair = { ...late, hasWheelchair: true }
  const sorted = [late, need, onward, infant, wheelchair].toSorted(byNeed)
  expect(sorted).toEqual([wheelchair, infant, onward, need, late])
})
