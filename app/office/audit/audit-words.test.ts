import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { LOCALES } from '#platform/locale.ts'

const SOURCES = globSync('{app,modules,demonstration}/**/*.server.ts').filter(
  (file) => !file.includes('.test.'),
)

test('every act that the program writes into the audit has words in each language', () => {
  const written = SOURCES.flatMap((file) => {
    const acts = readFileSync(file, 'utf8').matchAll(/ audit\([^)]*?action: '([\w-]+)'/gs)
    return [...acts].map(([, action = '']) => action)
  })
  expect(written.length).toBeGreaterThan(40)
  for (const locale of LOCALES) {
    const { actions } = MESSAGES[locale].office.audit
    const known = new Set(Object.keys(actions).map((key) => key.split(' ').at(-1)))
    expect([locale, written.filter((action) => !known.has(action))]).toEqual([locale, []])
  }
})

test('the words of the audit are the same in each language', () => {
  const [first, ...others] = LOCALES.map((locale) => MESSAGES[locale].office.audit)
  for (const other of others) {
    for (const part of ['actions', 'kinds', 'fields', 'programs'] as const) {
      expect(Object.keys(other[part]).toSorted()).toEqual(
        Object.keys(first?.[part] ?? {}).toSorted(),
      )
    }
  }
})
