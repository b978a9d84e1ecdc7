import { defineConfig } from 'vitest/config'

/** Journeys and faults, on the built site: one at a time, since each has servers of its own. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/global-setup.ts',
    fileParallelism: false,
    /** Of the tests that may stand beside each other: as many as there are cores at the least. */
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
