import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheet = readFileSync('app/ui/tokens.css', 'utf8')
const MIN_FOR_TEXT = 4.5

type Scheme = 'light' | 'dark'

type Tokens = Record<string, string>

/** Text colours and their backgrounds. */
const PAIRS = [
  ['ink', 'surface'],
  ['ink-soft', 'surface'],
  ['ink', 'surface-raised'],
  ['ink-soft', 'surface-raised'],
  ['ink', 'surface-sunk'],
  ['ink-soft', 'surface-sunk'],
  ['link', 'surface'],
  ['on-action', 'action'],
  ['on-action', 'action-pressed'],
  ['on-brand', 'brand'],
  ['on-brand-soft', 'brand'],
  ['positive', 'positive-tint'],
  ['warning', 'warning-tint'],
  ['danger', 'danger-tint'],
  ['link', 'info-tint'],
] as const

const ROOT = /:root \{([^}]*)\}/g
const TOKEN = /--([\w-]+): ([^;]+);/g

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

/** The tokens of a scheme; the dark one contains only the differences. */
function readTokens(text: string, scheme: Scheme): Tokens {
  const [light = {}, dark = {}] = [...text.matchAll(ROOT)].map(([, rules = '']) =>
    Object.fromEntries(
      [...rules.matchAll(TOKEN)].map(([, name = '', value = '']) => [name, value]),
    ),
  )
  return scheme === 'dark' ? { ...light, ...dark } : light
}

/** The contrast of two colours (WCAG 2.2, 1.4.3): text needs 4.5 or more. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const digits = colour.slice(1)
  const hex = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
