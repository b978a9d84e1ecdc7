import { defineConfig } from 'vitest/config'

/** Rules and operations. Journeys in a browser have a configuration of their own, in e2e/. */
export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/own-database.ts',
    /** Vitest puts its own word into a variable of this name. */
    env: { MODE: 'demonstration' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
