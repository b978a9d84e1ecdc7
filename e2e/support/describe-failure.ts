import { afterEach } from 'vitest'

import { describePeople } from './browser.ts'

/* A failed test names only what was missing, so the screens on which it was missing are printed as well. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await describePeople()
})
