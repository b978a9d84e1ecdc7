import { defineConfig } from 'vitest/config'

/** `npm run pictures`: not a test, but it needs the same company and browser. */
export default defineConfig({
  test: {
    include: ['e2e/pictures.ts', 'e2e/letter-pictures.ts'],
    globalSetup: 'e2e/global-setup.ts',
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
})
