import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

test.each(LOCALES)('%s has a word for every act that a module enters in the audit', (locale) => {
  const sources = globSync('{app,modules}/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
  const entered = sources.flatMap((text) => [...text.matchAll(/\baction: '([a-z-]+)'/g)])
  const actions = new Set(entered.map(([, action = '']) => action))
  expect(actions.size).toBeGreaterThan(40)
  const known = Object.keys(MESSAGES[locale].office.audit.actions)
  expect(actions.difference(new Set(known))).toEqual(new Set())
})

test.each(LOCALES)('%s has a word for every program that a module names as the actor', (locale) => {
  const sources = globSync('modules/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
  const acting = sources.flatMap((text) => [
    ...text.matchAll(/\bkind: '(?:job|import)', name: '([a-z-]+)'/g),
  ])
  const programs = new Set(acting.map(([, name = '']) => name))
  expect(programs.size).toBeGreaterThan(6)
  const words = MESSAGES[locale].office.audit.programs
  expect(programs.difference(new Set(Object.keys(words)))).toEqual(new Set())
  expect(Object.entries(words).filter(([name, word]) => name === word)).toEqual([])
})

test.each(LOCALES.filter((locale) => locale !== MAIN_LOCALE))(
  '%s has a sentence for every reason that a program writes',
  (locale) => {
    const sources = globSync('modules/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
    const written = sources.flatMap((text) => [
      ...text.matchAll(/\breason(?::| =) '([a-z]+ [^']+)'/g),
    ])
    const reasons = new Set(written.map(([, reason = '']) => reason))
    expect(reasons.size).toBeGreaterThan(0)
    expect(new Set(Object.keys(MESSAGES[locale].office.audit.reasons))).toEqual(reasons)
  },
)
