import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { SITE_ROUTES } from '#test/fixtures/routes.ts'

import { PUBLIC_PAGES } from './public-pages.ts'
import { SPECULATION_RULES } from './speculation-rules.ts'

const screens = SITE_ROUTES.filter(({ path }) => !path.startsWith('/el') && !/[:*]/.test(path))

test('the site map lists every public page, and no other', () => {
  const forEveryone = screens.filter(({ file }) => {
    const source = readFileSync(`app/${file}`, 'utf8')
    return file.endsWith('.tsx') && !source.includes('personal: true')
  })
  const listed = PUBLIC_PAGES.filter((path) => !path.startsWith('/services/'))
  expect(listed.toSorted()).toEqual(forEveryone.map(({ path }) => path).toSorted())
})

test('personal pages and searches are never prefetched', () => {
  const [{ where }] = SPECULATION_RULES.prefetch as [(typeof SPECULATION_RULES.prefetch)[0]]
  const rules = JSON.stringify(where)
  for (const word of ['cart', 'ticket', 'payment', 'book-now', 'bookings', 'mailbox']) {
    expect(rules).not.toContain(`/${word}`)
  }
  expect(rules).toContain(String.raw`{"not":{"href_matches":"/*\\?*language=*"}}`)
})
