import { defineConfig } from 'vitest/config'

/** Journeys and faults, on the built site: one at a time, since each has servers of its own. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/global-setup.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
