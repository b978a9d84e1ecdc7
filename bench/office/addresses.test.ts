import { expect, test } from 'vitest'

import { OFFICE } from '#app/permissions.ts'

import { listAddresses } from './addresses.ts'
import type { Subjects } from './subjects.ts'

test('each page of the office is measured: one that is not would be fast by definition', () => {
  const today = Temporal.PlainDate.from('2026-11-27')
  const order = { reference: '1234ABCD', email: 'a@example.com', phone: '+35799', paymentId: 'p' }
  const subjects = new Proxy({ today, order } as unknown as Subjects, {
    get: (known, name) => Reflect.get(known, name) ?? String(name),
  })
  const measured = new Set<string>(listAddresses(subjects).map(({ pattern }) => pattern))
  expect(Object.keys(OFFICE).filter((pattern) => !measured.has(pattern))).toEqual([])
})
