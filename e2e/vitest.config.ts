import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { DEEP_JOURNEYS, TESTS, TOLD_IN_EACH_LANGUAGE } from '../test/deep.ts'
import { LastLines } from '../test/fixtures/last-lines.ts'
import { TEST_LIMIT_MILLISECONDS } from '../test/fixtures/one-limit.ts'

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
  'office',
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
    include:
      TESTS === 'deep' ? [...DEEP_JOURNEYS, ...TOLD_IN_EACH_LANGUAGE] : ['e2e/specs/*.e2e.ts'],
    exclude: TESTS === 'daily' ? DEEP_JOURNEYS : [],
    globalSetup: 'e2e/support/global-setup.ts',
    /** A process keeps what it has loaded, and its browser, for the next file. */
    isolate: false,
    setupFiles: ['e2e/support/describe-failure.ts', 'test/fixtures/describe-processes.ts'],
    reporters: ['default', new LastLines()],
    sequence: { sequencer: LongOnesFirst },
    /**
     * They wait for jobs and pages more than they compute. With five workers, a slow machine of two cores
     * starves some of them until a page takes longer than a browser waits for it.
     */
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    /** For tests that may run concurrently: at least the number of cores. */
    maxConcurrency: 2,
    testTimeout: TEST_LIMIT_MILLISECONDS,
    hookTimeout: TEST_LIMIT_MILLISECONDS,
  },
})
