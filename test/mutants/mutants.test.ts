import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { tryOut } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

/* Cheap, so that no mutant is left behind when the source moves on; `npm run mutants` sends them. */

test.each(MUTANTS)('who forgets that $breaks finds the place', (mutant) => {
  expect(() => tryOut(mutant)).not.toThrow()
})

test.each(MUTANTS)('who forgets that $breaks is waited for by a test', ({ caughtBy }) => {
  expect(readFileSync(caughtBy.file, 'utf8')).toContain(caughtBy.test)
})
