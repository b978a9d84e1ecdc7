import { expect, test } from 'vitest'

import { noCodeYet } from './last-code.ts'

/** Reads "T" in one frame of so many, one every so many milliseconds, for a minute; returns how often it is new. */
function hold({ oneOf, every }: { oneOf: number; every: number }): number {
  const last = noCodeYet()
  let news = 0
  for (let frame = 0; frame * every < 60_000; frame++) {
    if (frame % oneOf > 0) last.miss()
    else if (last.isNew('T', 1_000_000 + frame * every)) news += 1
  }
  return news
}

test.each([
  { phone: 'a quick phone that reads it in every frame', oneOf: 1, every: 30 },
  { phone: 'a quick phone that misses it in most frames', oneOf: 60, every: 30 },
  { phone: 'a slow phone that reads it in one way of looking of seven', oneOf: 7, every: 600 },
])('a ticket that is held still for a minute is judged once: $phone', ({ oneOf, every }) => {
  expect(hold({ oneOf, every })).toBe(1)
})

test('a ticket that has been away for three seconds is judged again', () => {
  const last = noCodeYet()
  const look = (frames: number) => Array.from({ length: frames }, () => last.miss())
  expect(last.isNew('T', 10_000)).toBe(true)
  look(60)
  expect(last.isNew('T', 12_900)).toBe(false)
  look(60)
  expect(last.isNew('T', 15_900)).toBe(true)
})

test('another ticket is judged at once, and so is the first one after it', () => {
  const last = noCodeYet()
  expect(['T', 'U', 'T'].map((text, place) => last.isNew(text, 10_000 + place))).toEqual([
    true,
    true,
    true,
  ])
})
