import { beforeAll, expect, test } from 'vitest'

import { rememberOrigin } from '#platform/settings/env.server.ts'

import { mayChangeThings } from './same-origin.server.ts'

beforeAll(() => rememberOrigin('https://halcyon.example'))

test('a form on our own page may change things', () => {
  expect(mayChangeThings(post({ 'sec-fetch-site': 'same-origin' }))).toBe(true)
  expect(mayChangeThings(post({ origin: 'https://halcyon.example' }))).toBe(true)
})

test('a form on another site may not, whatever it calls itself', () => {
  expect(mayChangeThings(post({ 'sec-fetch-site': 'cross-site' }))).toBe(false)
  expect(mayChangeThings(post({ 'sec-fetch-site': 'same-site' }))).toBe(false)
  expect(mayChangeThings(post({ origin: 'https://halcyon.example.evil.example' }))).toBe(false)
  const both = { origin: 'https://halcyon.example', 'sec-fetch-site': 'cross-site' }
  expect(mayChangeThings(post(both))).toBe(false)
})

test('a request that hides its origin may read, but change nothing', () => {
  expect(mayChangeThings(post({}))).toBe(false)
  expect(mayChangeThings(new Request('https://halcyon.example/'))).toBe(true)
})

function post(headers: Record<string, string>): Request {
  return new Request('https://halcyon.example/cart', { method: 'POST', headers })
}
