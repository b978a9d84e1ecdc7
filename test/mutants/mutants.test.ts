import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { tryOut } from './mutant.ts'
import { SABOTEURS } from './mutants.ts'

/* Cheap, so that no saboteur is left behind when the source moves on; `npm run mutants` sends them. */

test.each(SABOTEURS)('who forgets that $breaks finds the place', (saboteur) => {
  expect(() => tryOut(saboteur)).not.toThrow()
})

test.each(SABOTEURS)('who forgets that $breaks is waited for by a test', ({ caughtBy }) => {
  expect(readFileSync(caughtBy.file, 'utf8')).toContain(caughtBy.test)
})
