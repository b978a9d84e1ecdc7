import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { contrast, PAIRS, readTokens, type Scheme } from '#app/site/design/scheme-styles.ts'

const sheet = readFileSync('app/ui/tokens.css', 'utf8')
const MIN_FOR_TEXT = 4.5

test('black on white has the highest contrast, a colour on itself the lowest', () => {
  expect(contrast('#000', '#ffffff')).toBe(21)
  expect(contrast('#0a2a33', '#0a2a33')).toBe(1)
})

test.each<Scheme>(['light', 'dark'])('all text is readable in the %s scheme', (scheme) => {
  const tokens = readTokens(sheet, scheme)
  const faint = PAIRS.filter(
    ([ink, surface]) => contrast(tokens[ink] ?? '', tokens[surface] ?? '') < MIN_FOR_TEXT,
  )
  expect(faint).toEqual([])
})

test('the dark scheme defines only what differs from the light one', () => {
  const [light, dark] = [readTokens(sheet, 'light'), readTokens(sheet, 'dark')]
  expect(dark.ink).not.toBe(light.ink)
  expect(dark.radius).toBe(light.radius)
  expect(Object.keys(dark)).toEqual(Object.keys(light))
})
