import { mergeConfig } from 'vitest/config'

import tests from '../../vitest.config.ts'
import { mutating } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

/** The tests as ever, on a source in which the mutant of this number has been; on ours without one. */
const mutant = MUTANTS[Number(process.env.SABOTEUR ?? -1)]

export default mergeConfig(tests, {
  plugins: mutant ? [mutating(mutant)] : [],
  // What was made of a source is kept for the next run: nobody's tests may ever meet a mutant there.
  test: { fsModuleCache: false },
})
