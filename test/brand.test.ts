import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import * as colors from '#modules/documents/pdf/colors.ts'
import { mark } from '#operator'

test('a printed ticket has the colours of the site', () => {
  const [light = ''] = readFileSync('app/ui/tokens.css', 'utf8').split('@media')
  const onScreen = (name: string) =>
    new RegExp(`--${name}: (#[\\da-f]+);`).exec(light)?.[1]?.toUpperCase()
  const { BRIGHT_CYAN, RULE: _ofPaperAlone, WHITE: _paper, ...ofTheSite } = colors
  expect(ofTheSite).toEqual({
    BRAND: onScreen('brand'),
    ON_BRAND: onScreen('on-brand-soft'),
    INK: onScreen('ink'),
    MUTED: onScreen('ink-soft'),
    CYAN: onScreen('accent'),
    ORANGE: onScreen('action'),
    ON_ORANGE: onScreen('on-action'),
    SEA: onScreen('info-tint'),
    SAND: onScreen('surface-sunk'),
  })
  expect([BRIGHT_CYAN, colors.ORANGE]).toEqual([
    mark.wing.color.toUpperCase(),
    mark.breast.color.toUpperCase(),
  ])
})
