import { describe, expect, test } from 'vitest'

import { TIME_ZONE } from '#platform/time.ts'

import { DAYS, planStories } from './plan.ts'

const MIDNIGHT = Temporal.ZonedDateTime.from(`2026-11-22T00:00[${TIME_ZONE}]`)

describe.each([0, 3, 7, 12, 18, 23])('opened at %i o’clock', (hour) => {
  const present = MIDNIGHT.add({ hours: hour }).toInstant()
  const first = MIDNIGHT.toPlainDate().subtract({ days: DAYS })
  const stories = planStories(first, { present, bookingsADay: 10 })

  test('the story has a few hundred bookings in both languages, and ends before the present', () => {
    const bought = stories.filter(({ kind }) => kind === 'buy' || kind === 'sell')
    expect(bought.length).toBeGreaterThan(280)
    expect(bought.length).toBeLessThan(700)
    expect(new Set(bought.flatMap((one) => ('locale' in one ? [one.locale] : []))).size).toBe(2)
    const last = stories.at(-1)?.at ?? present
    expect(last.until(present).total('minutes')).toBeGreaterThanOrEqual(10)
  })

  test('a late bus, a cancelled one, an open till, boarding and a notice belong to these hours', () => {
    const recent = stories.filter(({ at }) => at.until(present).total('hours') < 4)
    const kinds = recent.map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining([
        'late',
        'cancel-departure',
        'open-till',
        'sell',
        'board',
        'ill',
        'overrule',
      ]),
    )
    expect(stories.filter(({ kind }) => kind === 'notice')).toHaveLength(2)
    expect(stories.filter(({ kind }) => kind === 'fleet')).toHaveLength(1)
  })

  test('it is the same story when it is told again', () => {
    expect(planStories(first, { present, bookingsADay: 10 })).toEqual(stories)
  })
})

test('the name of a Greek woman has the form for women', () => {
  const present = MIDNIGHT.toInstant()
  const first = MIDNIGHT.toPlainDate().subtract({ days: DAYS })
  const names = planStories(first, { present, bookingsADay: 10 }).flatMap((story) =>
    'name' in story ? [story.name] : [],
  )
  expect(names).not.toContain('Ελένη Παπαδόπουλος')
  expect(names.some((name) => name.endsWith('Παπαδοπούλου'))).toBe(true)
})
