import { expect, test } from 'vitest'

import { isEmail, tidyEmail } from './email.ts'

test.each([
  ['anna@exam\u00ADple.com', 'anna@example.com'],
  ['anna\u200B@example.com', 'anna@example.com'],
  ['\u2066anna@example.com\u2069', 'anna@example.com'],
  ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
  ['anna@example。com', 'anna@example.com'],
  ['mailto:anna@example.com', 'anna@example.com'],
  ['Anna Georgiou <anna@example.com>,', 'anna@example.com'],
  ['anna@example.com.', 'anna@example.com'],
])('%j is %s', (typed, address) => {
  expect(tidyEmail(typed)).toBe(address)
  expect(isEmail(address)).toBe(true)
})

test.each([
  "o'neill+bus@example.co.uk",
  'άννα@παράδειγμα.ευ',
  'anna@हिन्दी.भारत',
  'anna@क्\u200Dष.भारत',
  'anna@xn--p1ai.xn--p1ai',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (address) => {
  expect(tidyEmail(address)).toBe(address)
  expect(isEmail(address)).toBe(true)
})

test.each([
  '.anna@example.com',
  'anna.@example.com',
  'a..b@example.com',
  'anna@example',
  'anna@-example.com',
  'anna@example-.com',
  'anna@example..com',
  'an na@example.com',
  'anna@1.2.3.4',
  `${'a'.repeat(65)}@example.com`,
])('%s is none', (address) => {
  expect(isEmail(tidyEmail(address))).toBe(false)
})
