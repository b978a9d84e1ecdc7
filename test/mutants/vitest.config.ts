import { mergeConfig } from 'vitest/config'

import tests from '../../vitest.config.ts'
import { mutating } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

/**
 * The usual tests on a source with the mutant of this number, or on the original source without
 * one.
 */
const mutant = MUTANTS[Number(process.env.MUTANT ?? -1)]

export default mergeConfig(tests, {
  plugins: mutant ? [mutating(mutant)] : [],
  // Transformed sources are cached for the next run; no other run may ever load a mutant.
  test: { fsModuleCache: false },
})
