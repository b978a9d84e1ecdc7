import { expect, test } from 'vitest'

import { contentSecurityPolicy } from './security-headers.server.ts'

test('the policy of a page allows scripts of our own files, and none inside the page', () => {
  const policy = contentSecurityPolicy('bm8gc3R5bGVz').split('; ')
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'self' 'sha256-bm8gc3R5bGVz'")
  expect(policy.join()).not.toMatch(/unsafe|nonce/)
})
