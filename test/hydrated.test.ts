import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { HYDRATED, surfacesOf } from '#app/i18n/hydrated.ts'
import { LOCALES, plainPath } from '#platform/locale.ts'
import { ROUTES } from '#test/fixtures/routes.ts'

const pages = ROUTES.map(({ path, file }) => ({
  path: plainPath(path),
  source: readFileSync(`app/${file}`, 'utf8'),
}))

test('every page that runs React in the browser names the sentences it needs there', () => {
  const hydrated = pages.filter(({ source }) => /hydrate: true/.test(source))
  expect(hydrated.length).toBeGreaterThan(0)
  const unlisted = hydrated.filter(({ path }) => !surfacesOf(path))
  expect(unlisted.map(({ path }) => path)).toEqual([])
})

test('sentences for the browser exist in every language', () => {
  const files = Object.keys(HYDRATED).flatMap((path) =>
    LOCALES.flatMap((locale) =>
      (surfacesOf(path) ?? []).map((surface) => `app/i18n/${locale}/${surface}.ts`),
    ),
  )
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test('the browser can load every file of sentences that a page names', () => {
  const entry = readFileSync('app/entry.client.tsx', 'utf8')
  const loaded = /\*\/\{([^}]+)\}\.ts/.exec(entry)?.[1]?.split(',') ?? []
  const named = Object.keys(HYDRATED).flatMap((path) => surfacesOf(path) ?? [])
  expect(loaded.toSorted()).toEqual([...new Set(named)].toSorted())
})
