import { expect, test } from 'vitest'

import { filesWithTest, mutateFiles } from './mutant.ts'
import { MUTANTS } from './mutants.ts'
import { readSource } from './place.ts'

/*
 * A fast check that every mutant still fits the source; `npm run mutants` runs the mutants
 * themselves.
 */

test.each(MUTANTS)('the code of “$breaks” is where its mutant expects it', (mutant) => {
  for (const code of mutateFiles(mutant).values()) expect(() => readSource(code)).not.toThrow()
})

test.each(MUTANTS)('the test of “$breaks” exists', ({ caughtBy }) => {
  expect(filesWithTest(caughtBy)).not.toEqual([])
})
