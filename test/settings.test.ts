import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { SETTING_NAMES } from '#platform/settings/env.server.ts'

test('every setting is explained in docs/operations.md', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const missing = SETTING_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))
  expect(missing).toEqual([])
})
