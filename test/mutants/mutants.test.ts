import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { tryOut } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

/*
 * A fast check that every mutant still fits the source; `npm run mutants` runs the mutants
 * themselves.
 */

test.each(MUTANTS)('the code of “$breaks” is where its mutant expects it', (mutant) => {
  expect(() => tryOut(mutant)).not.toThrow()
})

test.each(MUTANTS)('the test of “$breaks” exists', ({ caughtBy }) => {
  expect(readFileSync(caughtBy.file, 'utf8')).toContain(caughtBy.test)
})
