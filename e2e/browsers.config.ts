import { defineConfig } from 'vitest/config'

import { TEST_LIMIT_MILLISECONDS } from '../test/fixtures/one-limit.ts'

/** `npm run check:browsers`: the journeys in the browsers that Debian's packages bring. */
export default defineConfig({
  test: {
    include: ['e2e/specs/other-browsers.ts'],
    globalSetup: 'e2e/support/global-setup.ts',
    testTimeout: TEST_LIMIT_MILLISECONDS,
    hookTimeout: TEST_LIMIT_MILLISECONDS,
  },
})
