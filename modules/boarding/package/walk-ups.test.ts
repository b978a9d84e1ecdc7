import { describe, expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { cents } from '#platform/money.ts'

import type { PackedDeparture, PackedTicket, Scan, WalkUp } from './package.ts'
import {
  faresToSell,
  quoteWalkUp,
  seatsToSell,
  takeLease,
  withLease,
  type Door,
  type Lease,
} from './walk-ups.ts'

const fares = { adult: cents(900), child: cents(450), student: cents(750), infant: cents(0) }
const codes = Array.from({ length: 8 * 3 }, (_, index) => `code ${index}`)
const LEASE: Lease = {
  departureId: 'here',
  seats: [5, 3],
  fares: [
    { from: 0, to: 1, fares },
    { from: 0, to: 2, fares },
    { from: 1, to: 2, fares },
  ],
  blanks: [
    { reference: 'AAAAAAAA', codes },
    { reference: 'BBBBBBBB', codes },
  ],
}

function bus(departureId: string, tickets: readonly PackedTicket[] = []): PackedDeparture {
  const call = { stopId: 'A', departsAt: 0, delay: 0 }
  const free = [
    { seats: 2, wheelchairs: 0 },
    { seats: 2, wheelchairs: 0 },
  ]
  const facts = { version: '', day: '2026-12-24', isRunning: true, calls: [call, call, call] }
  return { departureId, ...facts, free, tickets, scans: [], closed: [] }
}

/** A party of the bus before, which comes to the door of this one. */
const GUESTS: PackedTicket = {
  digest: 'd',
  number: 'GUESTSXX-1',
  state: 'valid',
  voidOn: null,
  successor: null,
  people: 4,
  seats: 4,
  wheelchairs: 0,
  from: 0,
  to: 2,
  missed: false,
}

function doorWith(scans: readonly Scan[] = [], lease: Lease | null = LEASE): Door {
  const [here, before] = [bus('here'), bus('before', [GUESTS])]
  const pack = {
    madeAt: 0,
    isDemonstration: false,
    keys: [],
    stops: {},
    days: {},
    departures: [here, before],
  }
  return { pack, bus: here, lease, scans }
}

const sale = (reference: string, from: number, to: number, adult: number): WalkUp => {
  return { reference, from, to, passengers: partyOf({ adult }), locale: 'en' }
}
const scanOf = (changed: Partial<Scan>): Scan => {
  const place = { device: 1, seq: 1, ride: 'x', departureId: 'here', position: 0 }
  return { ...place, boarded: 1, at: 0, ...changed }
}
const adults = (adult: number) => ({ from: 0, to: 2, passengers: partyOf({ adult }) })

describe('what a phone may sell', () => {
  test('is its lease, less its own sales that the server has not seen', () => {
    expect(seatsToSell(doorWith())).toEqual([5, 3])
    const sold = scanOf({ sale: sale('AAAAAAAA', 0, 1, 2) })
    expect(seatsToSell(doorWith([sold]))).toEqual([3, 3])
    expect(quoteWalkUp(doorWith([sold]), adults(1))).toMatchObject({ reference: 'BBBBBBBB' })
  })

  test('is nothing without a lease of this very bus', () => {
    for (const lease of [null, { ...LEASE, departureId: 'before' }]) {
      expect(seatsToSell(doorWith([], lease))).toEqual([0, 0])
      expect(quoteWalkUp(doorWith([], lease), adults(1))).toMatchObject({ reason: 'no-lease' })
    }
  })

  test('is nothing for a member who may not take the bus, and only of that bus', () => {
    const door = doorWith([])
    const notTaken = { reason: 'of-another', driver: 'Anna' } as const
    const { departureId } = door.bus
    const refused = { ok: false, departureId, ...notTaken }
    const at = (one: string) => ({ ...door, notTaken: { departureId: one, ...notTaken } })
    expect(quoteWalkUp(at(departureId), adults(1))).toEqual(refused)
    expect(quoteWalkUp(at('before'), adults(1))).toMatchObject({ ok: true })
  })

  test('leaves room for those with a ticket for another bus: first the reserve, then the unsold', () => {
    const boarded = (people: number) => doorWith([scanOf({ ride: 'GUESTSXX-1', boarded: people })])
    // Four guests: two on the reserve, two on seats that were to be sold.
    expect(seatsToSell(boarded(4))).toEqual([3, 1])
    const free = withLease(doorWith()).departures[0]?.free.map(({ seats }) => seats)
    expect(free).toEqual([7, 5])
  })
})

describe('a party that walks up', () => {
  test('pays its fares, and gets the code that was signed for its stops and number', () => {
    const quote = quoteWalkUp(doorWith(), { ...adults(2), from: 1 })
    const code = `code ${2 * 8 + 1}`
    expect(quote).toEqual({ ok: true, total: 1800, people: 2, reference: 'AAAAAAAA', code })
    const family = { from: 0, to: 1, passengers: partyOf({ adult: 2, child: 1, infant: 1 }) }
    expect(quoteWalkUp(doorWith(), family)).toMatchObject({ total: 2250, people: 4 })
  })

  test('gets the code of its stops also once others are closed, which are not sold', () => {
    const known = LEASE.fares.map((fare) => ({ ...fare, isClosed: fare.to === 1 }))
    const door = doorWith([], { ...LEASE, fares: known })
    expect(quoteWalkUp(door, adults(1))).toMatchObject({ ok: true, code: 'code 8' })
    expect(quoteWalkUp(door, { ...adults(1), to: 1 })).toMatchObject({ reason: 'no-fare' })
    expect(faresToSell(door).map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  test.each([
    [adults(4), { reason: 'not-enough-seats', seatsLeft: 3 }],
    [adults(0), { reason: 'no-passengers' }],
    [adults(9), { reason: 'party-too-large', most: 8 }],
    [{ ...adults(1), from: 2, to: 0 }, { reason: 'no-fare' }],
    [{ ...adults(0), passengers: partyOf({ child: 1 }) }, { reason: 'children-need-company' }],
  ])('is refused with the first reason: %o', (wish, refusal) => {
    expect(quoteWalkUp(doorWith(), wish)).toMatchObject({ ok: false, ...refusal })
  })

  test('is refused once all blank tickets are sold', () => {
    const scans = LEASE.blanks.map(({ reference }, index) =>
      scanOf({ seq: index + 1, sale: sale(reference, 0, 1, 1) }),
    )
    expect(quoteWalkUp(doorWith(scans), adults(1))).toMatchObject({ reason: 'no-blanks' })
  })
})

test('a phone keeps the codes that it has, and drops blanks whose codes it never got', () => {
  const sent = {
    ...LEASE,
    seats: [1, 1],
    blanks: [
      { reference: 'BBBBBBBB' },
      { reference: 'CCCCCCCC' },
      { reference: 'DDDDDDDD', codes },
    ],
  }
  const taken = takeLease(LEASE, sent)
  expect(taken?.blanks.map(({ reference }) => reference)).toEqual(['BBBBBBBB', 'DDDDDDDD'])
  expect(taken?.seats).toEqual([1, 1])
  expect(takeLease(LEASE, null)).toBeNull()
  const former = { ...LEASE, blanks: [{ reference: 'BBBBBBBB', codes: codes.slice(8) }] }
  expect(takeLease(former, sent)?.blanks.map(({ reference }) => reference)).toEqual(['DDDDDDDD'])
})
