import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The programs that tests start, and start again, need not be compiled each time. */
process.env.NODE_COMPILE_CACHE ??= resolve('build/compiled')

/** Begun last, each would go on alone when all others are done. */
const LONG = [
  'sweep-english',
  'sweep-greek',
  'killed-programs',
  'changes',
  'sell-out',
  'killed-steps',
  'links',
]

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(`/${name}.e2e.ts`))
    // oxlint-disable-next-line unicorn/no-array-sort -- that of Vitest, not of an array
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Journeys and faults, on the built site. Each file has servers of its own, and waits a good part of the time. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/support/global-setup.ts',
    sequence: { sequencer: LongOnesFirst },
    /** They wait for jobs and for pages more than they compute: 40 % of two cores were idle with three. */
    maxWorkers: Math.min(availableParallelism() + 3, 6),
    /** Of the tests that may stand beside each other: as many as there are cores at the least. */
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
