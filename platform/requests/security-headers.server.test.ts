import { expect, test } from 'vitest'

import {
  addSecurityHeaders,
  allowCamera,
  contentSecurityPolicy,
} from './security-headers.server.ts'

test('the policy of a page allows scripts of our own files, and none inside the page', () => {
  const policy = contentSecurityPolicy('bm8gc3R5bGVz').split('; ')
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'self' 'sha256-bm8gc3R5bGVz'")
  expect(policy.join()).not.toMatch(/unsafe|nonce/)
})

test('the camera is for a page that asks for it, and for no other response', () => {
  const [page, camera] = [new Headers(), new Headers()]
  allowCamera(camera)
  for (const headers of [page, camera]) addSecurityHeaders(headers)
  const policies = [page, camera].map((headers) => headers.get('Permissions-Policy'))
  expect(policies[0]).toContain('camera=(), ')
  expect(policies[1]).toBe(policies[0]?.replace('camera=()', 'camera=(self)'))
})
