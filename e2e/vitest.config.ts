import { defineConfig } from 'vitest/config'

/** Journeys and faults, on the built site. Each file has servers of its own, and mostly waits; so two go at once. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/global-setup.ts',
    maxWorkers: 2,
    /** Of the tests that may stand beside each other: as many as there are cores at the least. */
    maxConcurrency: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})
