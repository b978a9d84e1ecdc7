import {
  array,
  assert,
  constantFrom,
  integer,
  nat,
  property,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'

import type { Scan } from './package.ts'
import { countAboard, listConflicts, mergeScans, sumBoarded } from './scans.ts'

/*
 * A model of three phones at the doors of one bus. Each knows the scans that reached it; messages
 * between it and the server are lost, repeated and late, and its clock is up to ten minutes wrong.
 */

const PEOPLE: Record<string, number> = { 'AAAA1111-1': 4, 'BBBB2222-1': 1, 'CCCC3333-1': 2 }
const RIDES = Object.keys(PEOPLE)
const PHONES = 3
const TEN_MINUTES = 600_000

type Step =
  | { does: 'scan'; phone: number; ride: string; wanted: number; insists: boolean }
  | { does: 'send' | 'receive'; phone: number; isLost: boolean; repeats: number; reversed: boolean }

const phone = nat({ max: PHONES - 1 })
const STEP: Arbitrary<Step> = record({
  does: constantFrom('scan', 'scan', 'send', 'receive'),
  phone,
  ride: constantFrom(...RIDES),
  wanted: integer({ min: 1, max: 4 }),
  insists: constantFrom(false, false, false, true),
  isLost: constantFrom(false, false, true),
  repeats: integer({ min: 1, max: 3 }),
  reversed: constantFrom(false, true),
})

const send = (from: readonly Scan[], { repeats = 1, reversed = false } = {}) => {
  const message = reversed ? from.toReversed() : from
  return Array.from({ length: repeats }, () => message).flat()
}

/** The scans of each phone and of the server, after these steps and a day with a good network. */
function run(steps: readonly Step[], clocks: readonly number[]) {
  const phones: Scan[][] = Array.from({ length: PHONES }, () => [])
  let server: Scan[] = []
  steps.forEach((step, moment) => {
    const own = phones[step.phone] ?? []
    if (step.does === 'scan') {
      const people = PEOPLE[step.ride] ?? 0
      const missing = people - sumBoarded(own, step.ride)
      const boarded = Math.min(step.wanted, step.insists ? people : missing)
      if (boarded <= 0) return
      const seq = own.filter(({ device }) => device === step.phone + 1).length + 1
      const at = moment * 1000 + (clocks[step.phone] ?? 0)
      own.push({ device: step.phone + 1, seq, ride: step.ride, ...BUS, boarded, at })
    } else if (!step.isLost) {
      const reaches = step.does === 'send' ? send(own, step) : send(server, step)
      if (step.does === 'send') server = mergeScans(reaches, server)
      else phones[step.phone] = mergeScans(own, reaches)
    }
  })
  for (const own of phones) server = mergeScans(server, own)
  return { server, phones: phones.map((own) => mergeScans(server, own)) }
}

const BUS = { departureId: 'bus', position: 0 }
const STEPS = array(STEP, { maxLength: 200 })
const CLOCKS = array(integer({ min: -TEN_MINUTES, max: TEN_MINUTES }), {
  minLength: PHONES,
  maxLength: PHONES,
})

test('three phones end with the same counts, whatever the network and their clocks did', () => {
  assert(
    property(STEPS, CLOCKS, (steps, clocks) => {
      const { server, phones } = run(steps, clocks)
      for (const own of phones) expect(own).toEqual(server)
    }),
    { numRuns: 300 },
  )
})

test('no more people are aboard than were booked, or a conflict names them (I18)', () => {
  let conflicts = 0
  assert(
    property(STEPS, CLOCKS, (steps, clocks) => {
      const { server, phones } = run(steps, clocks)
      const named = listConflicts(server, (ride) => PEOPLE[ride] ?? 0)
      conflicts += named.length
      for (const ride of RIDES) {
        const boarded = sumBoarded(server, ride)
        const people = PEOPLE[ride] ?? 0
        expect(countAboard(boarded, people)).toBeLessThanOrEqual(people)
        const conflict = named.find((one) => one.ride === ride)
        expect(conflict).toEqual(boarded > people ? { ride, people, boarded } : undefined)
      }
      for (const own of phones) {
        expect(listConflicts(own, (ride) => PEOPLE[ride] ?? 0)).toEqual(named)
      }
    }),
    { numRuns: 300 },
  )
  // Otherwise the model would never have come to the case in question.
  expect(conflicts).toBeGreaterThan(10)
})

test('people who step off again are not counted', () => {
  const first: Scan = { device: 1, seq: 1, ride: 'AAAA1111-1', ...BUS, boarded: 4, at: 1 }
  const back: Scan = { ...first, seq: 2, boarded: -1, at: 2 }
  expect(sumBoarded([first, back], 'AAAA1111-1', 'bus')).toBe(3)
  expect(sumBoarded([first, back], 'AAAA1111-1', 'other')).toBe(0)
  expect(countAboard(-1, 4)).toBe(0)
})
