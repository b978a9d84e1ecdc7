import { defineConfig } from 'vitest/config'

/** Rules and operations. Journeys in a browser have a configuration of their own, in e2e/. */
export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/own-database.ts',
    /** Vitest puts its own word into MODE. What tests provoke on purpose is not worth a line. */
    env: { MODE: 'demonstration', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
