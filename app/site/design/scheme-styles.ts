/*
 * The tokens of the design system, read from their style sheet, so that this page shows both
 * schemes side by side and is always current.
 */

export type Scheme = 'light' | 'dark'

type Tokens = Record<string, string>

/** Text colours and their backgrounds. */
export const PAIRS = [
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

/** The tokens of a scheme; the dark one contains only the differences. */
export function readTokens(sheet: string, scheme: Scheme): Tokens {
  const [light = {}, dark = {}] = [...sheet.matchAll(ROOT)].map(([, rules = '']) =>
    Object.fromEntries(
      [...rules.matchAll(TOKEN)].map(([, name = '', value = '']) => [name, value]),
    ),
  )
  return scheme === 'dark' ? { ...light, ...dark } : light
}

/** A class for each scheme, below which everything has its colours. */
export function schemeStyles(sheet: string): string {
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const tokens = Object.entries(readTokens(sheet, scheme))
      const rules = tokens.map(([name, value]) => `--${name}:${value};`).join('')
      return `.scheme-${scheme}{color-scheme:${scheme};${rules}}`
    })
    .join('')
}

/** The contrast of two colours (WCAG 2.2, 1.4.3): text needs 4.5 or more. */
export function contrast(one: string, other: string): number {
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
