import { expect, test } from 'vitest'

import {
  defaultOfMover,
  isConcerned,
  pickMovers,
  pickWithoutSpace,
  type Aboard,
} from './too-full.ts'

const NOON = Temporal.Instant.from('2026-12-24T10:00:00Z')

/** A party that bought as many minutes after the first. */
function party(bookingId: string, minutes: number, wish: Partial<Aboard> = {}): Aboard {
  return {
    bookingId,
    fromPosition: 0,
    toPosition: 2,
    seats: 1,
    wheelchairPlaces: 0,
    hasWheelchair: false,
    hasInfant: false,
    hasOnwardRide: false,
    boughtAt: NOON.add({ minutes }),
    ...wish,
  }
}

const tooMany = (...seats: number[]) =>
  seats.map((count, leg) => ({ leg, seats: count, wheelchairPlaces: 0 }))
const pick = (many: ReturnType<typeof tooMany>, ...parties: Aboard[]) =>
  pickMovers(many, parties).map(({ bookingId }) => bookingId)

test('those who bought last leave first, and those with an onward ride after all others', () => {
  expect(pick(tooMany(2), party('a', 0), party('b', 1), party('c', 2))).toEqual(['c', 'b'])
  const onward = party('c', 2, { hasOnwardRide: true })
  expect(pick(tooMany(1), party('a', 0), onward)).toEqual(['a'])
  expect(pick(tooMany(2), party('a', 0), onward)).toEqual(['a', 'c'])
})

test('a party larger than what is too many waits for smaller ones', () => {
  const family = party('b', 1, { seats: 5 })
  expect(pick(tooMany(1), party('a', 0), family)).toEqual(['a'])
  expect(pick(tooMany(1), family)).toEqual(['b'])
  expect(pick(tooMany(6), party('a', 0), family)).toEqual(['b', 'a'])
})

test('nobody leaves without need: the first to have bought is the first to stay', () => {
  const [two, three] = [party('a', 0, { seats: 2 }), party('c', 2, { seats: 3 })]
  expect(pick(tooMany(4), two, party('b', 1), three)).toEqual(['c', 'b'])
  const [first, both] = [party('x', 2, { toPosition: 1 }), party('z', 1)]
  expect(pick(tooMany(1, 1), first, both)).toEqual(['z'])
  expect(pick(tooMany(3, 2), party('a', 0, { toPosition: 1 }), two, three)).toEqual(['c'])
})

test('only those on a leg with too many leave, and never a wheelchair or an infant', () => {
  const elsewhere = party('a', 0, { fromPosition: 1 })
  expect(pick(tooMany(1), elsewhere)).toEqual([])
  const kept = [party('w', 1, { hasWheelchair: true }), party('i', 2, { hasInfant: true })]
  expect(pick(tooMany(2), ...kept)).toEqual([])
})

test('where only wheelchair spaces are short, only wheelchair users are concerned, and the last buyers lack one', () => {
  const short = [{ leg: 0, seats: 0, wheelchairPlaces: 1 }]
  const inWheelchair = { wheelchairPlaces: 1, hasWheelchair: true, seats: 2 }
  const [first, last] = [party('a', 0, inWheelchair), party('b', 1, inWheelchair)]
  const walking = party('c', 2)
  expect([first, last, walking].map((one) => isConcerned(short, one))).toEqual([true, true, false])
  expect(isConcerned(short, { ...first, fromPosition: 1 })).toBe(false)
  expect(pickMovers(short, [first, last, walking])).toEqual([])
  expect(pickWithoutSpace(short, [first, last, walking])).toEqual([last])
})

test('without an answer a party is moved to a bus within three hours on the same day, and to no other', () => {
  const after = (hours: number) => ({ departsAt: NOON.add({ hours }) })
  expect(defaultOfMover(NOON, after(3))).toBe('move')
  expect(defaultOfMover(NOON, { departsAt: after(3).departsAt.add({ seconds: 1 }) })).toBe('stay')
  expect(defaultOfMover(NOON, after(-1))).toBe('stay')
  expect(defaultOfMover(NOON, undefined)).toBe('stay')
  const evening = NOON.add({ hours: 11, minutes: 30 })
  expect(defaultOfMover(evening, { departsAt: evening.add({ minutes: 29 }) })).toBe('move')
  expect(defaultOfMover(evening, { departsAt: evening.add({ minutes: 30 }) })).toBe('stay')
})
