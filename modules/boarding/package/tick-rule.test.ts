import { expect, test } from 'vitest'

import { checkTick, type Tick } from './tick-rule.ts'

const LEAVES = Temporal.Instant.from('2026-11-20T08:00:00Z')
const ARRIVES = LEAVES.add({ minutes: 90 })

function check(changed: Partial<Tick>) {
  return checkTick({
    aboard: 2,
    before: 0,
    people: 3,
    leavesAt: LEAVES,
    arrivesAt: ARRIVES,
    now: LEAVES,
    ...changed,
  })
}

test('no more people board than were booked', () => {
  expect(check({ aboard: 3 })).toEqual({ ok: true })
  expect(check({ aboard: 4 })).toEqual({ ok: false, reason: 'too-many', people: 3 })
})

test('the list opens three hours before the bus leaves', () => {
  const opensAt = LEAVES.subtract({ hours: 3 })
  expect(check({ now: opensAt })).toEqual({ ok: true })
  const early = opensAt.subtract({ seconds: 1 })
  expect(check({ now: early })).toEqual({ ok: false, reason: 'boarding-not-open', opensAt })
})

test('a tick is taken back until the bus has arrived', () => {
  expect(check({ before: 2, aboard: 0, now: ARRIVES })).toEqual({ ok: true })
  const after = ARRIVES.add({ seconds: 1 })
  const refused = { ok: false, reason: 'has-arrived', arrivesAt: ARRIVES }
  expect(check({ before: 2, aboard: 0, now: after })).toEqual(refused)
  expect(check({ before: 2, aboard: 1, now: after })).toEqual(refused)
})

test('a list that was kept on paper is entered within a day of the arrival', () => {
  const closedAt = ARRIVES.add({ hours: 24 })
  expect(check({ now: closedAt })).toEqual({ ok: true })
  const late = closedAt.add({ seconds: 1 })
  expect(check({ now: late })).toEqual({ ok: false, reason: 'list-is-closed', closedAt })
})
