import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Keeps compiled code of the programs that tests start repeatedly. */
process.env.NODE_COMPILE_CACHE ??= resolve('build/compiled')

/** Started last, each would run alone after all others. */
const LONG = [
  'sweep-english',
  'sweep-greek',
  'killed-programs',
  'changes',
  'sell-out',
  'killed-steps',
  'links',
  'office-day',
]

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(`/${name}.e2e.ts`))
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest, not of an array
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * Journeys and faults on the built site. Each file has its own servers, and spends much of its time
 * waiting.
 */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/support/global-setup.ts',
    setupFiles: 'e2e/support/describe-failure.ts',
    sequence: { sequencer: LongOnesFirst },
    /**
     * They wait for jobs and pages more than they compute. With five workers, a slow machine of two cores
     * starves some of them until a page takes longer than a browser waits for it.
     */
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    /** For tests that may run concurrently: at least the number of cores. */
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
