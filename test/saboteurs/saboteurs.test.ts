import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { tryOut } from './saboteur.ts'
import { SABOTEURS } from './saboteurs.ts'

/* Cheap, so that no saboteur is left behind when the source moves on; `npm run saboteurs` sends them. */

test.each(SABOTEURS)('who forgets that $breaks finds the place', (saboteur) => {
  expect(() => tryOut(saboteur)).not.toThrow()
})

test.each(SABOTEURS)('who forgets that $breaks is waited for by a test', ({ caughtBy }) => {
  expect(readFileSync(caughtBy.file, 'utf8')).toContain(caughtBy.test)
})
