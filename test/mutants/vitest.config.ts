import { mergeConfig } from 'vitest/config'

import tests from '../../vitest.config.ts'
import { sabotaging } from './mutant.ts'
import { SABOTEURS } from './mutants.ts'

/** The tests as ever, on a source in which the saboteur of this number has been; on ours without one. */
const saboteur = SABOTEURS[Number(process.env.SABOTEUR ?? -1)]

export default mergeConfig(tests, {
  plugins: saboteur ? [sabotaging(saboteur)] : [],
  // What was made of a source is kept for the next run: nobody's tests may ever meet a saboteur there.
  test: { fsModuleCache: false },
})
