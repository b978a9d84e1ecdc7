import { glob, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

import { cancelUntil, extendedUntil, holdUntil, maxHoldUntil, staffHoldUntil } from './deadlines.ts'
import * as kept from './kept.ts'
import { MAX_HOLD_MINUTES, MUCH_UNPAID, STAFF_HOLD_MINUTES } from './rules.ts'
import * as rules from './rules.ts'

const NOON = Temporal.Instant.from('2026-06-01T09:00:00Z')

describe('a hold', () => {
  test('lasts fifteen minutes, and no longer than an hour after the first', () => {
    const first = { firstHeldAt: NOON, unpaidBesides: 0 }
    expect(minutes(holdUntil(NOON, first))).toBe(15)
    expect(minutes(holdUntil(NOON.add({ minutes: 45 }), first))).toBe(60)
    expect(minutes(holdUntil(NOON.add({ minutes: 46 }), first))).toBe(60)
    expect(minutes(maxHoldUntil(NOON))).toBe(MAX_HOLD_MINUTES)
  })

  test('is short for a network with many unpaid places', () => {
    const first = { firstHeldAt: NOON, unpaidBesides: MUCH_UNPAID }
    expect(minutes(holdUntil(NOON, first))).toBe(5)
    expect(minutes(holdUntil(NOON.add({ minutes: 11 }), first))).toBe(15)
  })

  test('is extended by the same duration, within the same hour', () => {
    const at = (after: number) => NOON.add({ minutes: after })
    const first = { firstHeldAt: NOON, extraHoldMinutes: 0 }
    expect(minutes(extendedUntil({ ...first, heldUntil: at(45) }))).toBe(60)
    expect(minutes(extendedUntil({ ...first, heldUntil: at(46) }))).toBe(60)
    expect(minutes(extendedUntil({ ...first, heldUntil: at(15) }))).toBe(30)
  })
})

test('staff extend a hold by an hour, but not beyond the time for paying', () => {
  const heldUntil = NOON.add({ minutes: 15 })
  const leaves = (after: number) => NOON.add({ minutes: after })
  expect(minutes(staffHoldUntil(heldUntil, leaves(85)))).toBe(75)
  expect(minutes(staffHoldUntil(heldUntil, leaves(84)))).toBe(74)
  expect(minutes(maxHoldUntil(NOON, STAFF_HOLD_MINUTES))).toBe(120)
})

test('the notice is counted in true hours, also over the night on which the clock changes', () => {
  const departsAt = Temporal.ZonedDateTime.from('2026-03-29T12:00[Asia/Nicosia]').toInstant()
  const until = cancelUntil(departsAt, { noticeHours: 24 }).toZonedDateTimeISO('Asia/Nicosia')
  expect(until.toPlainTime().toString()).toBe('11:00:00')
})

test('each number has its value here alone, and no deadline has a number of its own', async () => {
  const names = Object.keys({ ...rules, ...kept }).join('|')
  const again = new RegExp(String.raw`const (?:${names}) =|\{ (?:minutes|months): \d+ \}`, 'g')
  const found: string[] = []
  for await (const file of glob('{app,modules,phone}/**/*.{ts,tsx}')) {
    if (file.includes('.test.') || file.startsWith('modules/rules/')) continue
    const hits = (await readFile(file, 'utf8')).match(again) ?? []
    found.push(...hits.map((hit) => `${file}: ${hit}`))
  }
  expect(found).toEqual([])
})

function minutes(until: Temporal.Instant): number {
  return NOON.until(until).total('minutes')
}
