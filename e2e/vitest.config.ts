import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The programs that tests start, and start again, need not be compiled each time. */
process.env.NODE_COMPILE_CACHE ??= resolve('build/compiled')

/** Journeys and faults, on the built site. Each file has servers of its own, and waits a good part of the time. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/global-setup.ts',
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    /** Of the tests that may stand beside each other: as many as there are cores at the least. */
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
