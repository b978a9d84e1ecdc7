import { defineConfig } from 'vitest/config'

/** `npm run pictures`: not a test, but it needs the same company and browser as the tests. */
export default defineConfig({
  test: {
    include: [
      'e2e/specs/pictures.ts',
      'e2e/specs/letter-pictures.ts',
      'e2e/specs/readme-pictures.ts',
      'e2e/specs/phone-pictures.ts',
    ],
    globalSetup: 'e2e/support/global-setup.ts',
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
})
