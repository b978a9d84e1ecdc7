import { expect, test } from 'vitest'

import { newAccessToken } from '#platform/ids.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { rememberOrigin } from '#platform/settings/env.server.ts'

import { ensureVisitor, nextVisitor, noVisitor, readVisitor, visitorKey } from './session.server.ts'

test('a first visit gets a cookie that no script reads and no other site sends', () => {
  rememberOrigin('http://localhost:3000')
  const { visitor, setCookie } = ensureVisitor(withCookie(''))
  expect(setCookie).toContain(`visitor=${visitor};`)
  expect(setCookie).toMatch(/Max-Age=2592000.*HttpOnly.*SameSite=Lax/)
  expect(setCookie).not.toContain('Secure')
})

test('on an https site the cookie never travels unencrypted', () => {
  rememberOrigin('https://halcyon.example')
  expect(ensureVisitor(withCookie('')).setCookie).toContain('Secure')
})

test('on an https site no neighbouring host can plant a cookie', () => {
  rememberOrigin('https://halcyon.example')
  const { visitor, setCookie = '' } = ensureVisitor(withCookie(''))
  expect(setCookie).toMatch(/^__Host-visitor=.*; Path=\/.*; Secure/)
  expect(setCookie).not.toMatch(/domain/i)
  expect(noVisitor()).toMatch(/^__Host-visitor=;.*; Secure/)
  expect(readVisitor(withCookie(`visitor=${visitor}`))).toBeUndefined()
  expect(readVisitor(withCookie(`__Host-visitor=${visitor}`))).toBe(visitor)
  rememberOrigin('http://localhost:3000')
})

test('a log-in or a purchase makes another visitor, the same one however often the form is submitted', () => {
  const { visitor } = ensureVisitor(withCookie(''))
  const press = newAccessToken()
  const next = nextVisitor(visitor, press)
  expect(next).toMatch(ACCESS_TOKEN)
  expect(next).not.toBe(visitor)
  expect(nextVisitor(visitor, press)).toBe(next)
  expect(nextVisitor(visitor, newAccessToken())).not.toBe(next)
  expect(nextVisitor(newAccessToken(), press)).not.toBe(next)
})

test('a form without a secret of its own gives an unpredictable visitor', () => {
  const { visitor } = ensureVisitor(withCookie(''))
  for (const press of ['', 'x', '0'.repeat(25)]) {
    expect(nextVisitor(visitor, press)).not.toBe(nextVisitor(visitor, press))
  }
})

test('a returning browser is the same visitor and needs no new cookie', () => {
  const { visitor } = ensureVisitor(withCookie(''))
  expect(ensureVisitor(withCookie(`locale=el; visitor=${visitor}`))).toEqual({ visitor })
})

test('a cookie of another form counts as none', () => {
  for (const forged of ['1', 'x'.repeat(27), 'ilou'.padEnd(26, '0'), '%00', "' or 1=1"]) {
    expect(readVisitor(withCookie(`visitor=${forged}`))).toBeUndefined()
  }
})

test('the stored key opens nothing', () => {
  const { visitor } = ensureVisitor(withCookie(''))
  expect(visitorKey(visitor)).toMatch(/^[0-9a-f]{64}$/)
  expect(visitorKey(visitor)).not.toContain(visitor)
})

function withCookie(cookie: string): Request {
  return new Request('http://localhost:3000/', { headers: { cookie } })
}
