import { expect, test } from 'vitest'

import { underRequestId } from '#platform/requests/request-id.server.ts'

import { isDemonstrationOffice } from './demonstration.server.ts'

const isOpen = (address: string, headers: Record<string, string> = {}) =>
  underRequestId(address, () =>
    isDemonstrationOffice(new Request('http://127.0.0.1:4340/office/login', { headers })),
  )

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
  'a demonstration is entered from %s, which is this machine',
  (address) => {
    expect(isOpen(address)).toBe(true)
  },
)

test.each([
  '192.168.1.7',
  '10.127.0.0',
  '::ffff:10.0.0.1',
  '2001:db8::1',
  '127.0.0.1.x',
  'unknown',
])('a demonstration is not entered from %s, whatever host it asks for', (address) => {
  expect(isOpen(address)).toBe(false)
})

test.each([
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Forwarded-Proto', 'http'],
  ['X-Forwarded', 'for=127.0.0.1'],
  ['Forwarded', 'for=127.0.0.1'],
  ['Via', '1.1 nginx'],
  ['X-Real-IP', '127.0.0.1'],
  ['CF-Connecting-IP', '127.0.0.1'],
  ['X-Forwarded-For', ''],
])(
  'a demonstration is not entered through a proxy on this machine that sends %s',
  (name, value) => {
    expect(isOpen('127.0.0.1', { [name]: value })).toBe(false)
  },
)
