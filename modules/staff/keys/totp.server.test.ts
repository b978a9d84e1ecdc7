import { expect, test } from 'vitest'

import { addressForApp, codeOf, findStep, newSecret, stepAt } from './totp.server.ts'

/** "12345678901234567890" in base32, the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the codes are those of RFC 6238: at %i s', (seconds, code) => {
  expect(codeOf(SECRET, stepAt(at(seconds)))).toBe(code)
})

test('a telephone may be half a minute wrong, and no more', () => {
  const code = codeOf(SECRET, stepAt(at(1111111109)))
  const seconds = [-60, -30, 0, 30, 60]
  const found = seconds.map((off) => findStep(SECRET, code, at(1111111109 + off)) !== undefined)
  expect(found).toEqual([false, true, true, true, false])
  expect(findStep(SECRET, '28708', at(59))).toBeUndefined()
  expect(findStep(SECRET, '２８７０８２', at(59))).toBeUndefined()
})

test('an app reads the secret and whose it is', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(addressForApp(secret, 'maria@halcyon.example'))
  expect(address.searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(address.pathname)).toContain('maria@halcyon.example')
})
