import { expect, test } from 'vitest'

import { newAccessToken, newReference } from './ids.server.ts'
import { ACCESS_TOKEN } from './ids.ts'

test('an opening id has the form that pages accept, and never repeats', () => {
  const ids = Array.from({ length: 1000 }, newAccessToken)
  expect(ids.filter((id) => !ACCESS_TOKEN.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(1000)
})

test('a reference is eight letters and digits that cannot be misheard', () => {
  const references = Array.from({ length: 3000 }, newReference)
  expect(references.filter((one) => !/^[0-9A-HJKMNP-TV-Z]{8}$/.test(one))).toEqual([])
  expect(new Set(references).size).toBe(3000)
})
