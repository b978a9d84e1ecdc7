import { expect, test } from 'vitest'

import { env } from '#platform/settings/env.server.ts'

import { isCompanyWanted } from './start-later.ts'

test('a company is made in a demonstration with its own bank, and never in live mode', () => {
  const demonstration = {
    ...env(),
    MODE: 'demonstration',
    DEMONSTRATION_COMPANY: 'on',
    PAYMENT_PROVIDER: 'sandbox',
    BANK_URL: undefined,
  } as const
  expect(isCompanyWanted(demonstration)).toBe(true)
  expect(isCompanyWanted({ ...demonstration, MODE: 'live' })).toBe(false)
  expect(isCompanyWanted({ ...demonstration, DEMONSTRATION_COMPANY: 'off' })).toBe(false)
  expect(isCompanyWanted({ ...demonstration, PAYMENT_PROVIDER: 'stripe' })).toBe(false)
  expect(isCompanyWanted({ ...demonstration, BANK_URL: 'http://localhost:4001' })).toBe(false)
})
