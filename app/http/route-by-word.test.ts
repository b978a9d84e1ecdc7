import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'

import siteMap from '#app/routes.ts'
import { localePath, LOCALES } from '#platform/locale.ts'

import { listWords, narrowRoutes, wordOf } from './route-by-word.server.ts'

type Routes = ServerBuild['routes']

const ROUTES = Object.fromEntries(
  [{ id: 'root', path: '' }, ...listAll(siteMap, 'root')].map((one) => [one.id, one]),
) as unknown as Routes

const ADDRESSES = Object.values(ROUTES).flatMap((route) =>
  route?.path
    ? [
        `/${route.path}`
          .replace('//', '/')
          .replaceAll(/:\w+/g, 'some-id')
          .replace('*', 'nowhere/here'),
      ]
    : [],
)

test.each([
  ...LOCALES.flatMap((locale) =>
    ['/', '/cart/', '/office/nowhere'].map((path) => localePath(locale, path)),
  ),
  ...ADDRESSES,
])('%s leads to the same page among few routes as among all', (address) => {
  const word = wordOf(address)
  const few =
    word !== undefined && listWords(ROUTES).has(word) ? narrowRoutes(ROUTES, word) : ROUTES
  expect(idsAt(few, address)).toEqual(idsAt(ROUTES, address))
  expect(idsAt(few, address)).not.toEqual([])
})

test('the pages of a buyer are looked for among a few routes, in every language', () => {
  const counts = LOCALES.flatMap((locale) =>
    ['/cart', '/book-now', '/payment/success/some-id'].map((path) => {
      const word = wordOf(localePath(locale, path)) ?? ''
      expect(listWords(ROUTES)).toContain(word)
      return Object.keys(narrowRoutes(ROUTES, word)).length
    }),
  )
  expect(Math.max(...counts)).toBeLessThan(20)
})

test.each(['/Cart', '/%63art', '//cart', '/cart.data', '/el//cart', '/el/Cart', '/nowhere'])(
  '%s, which has no first word of ours, is compared with all routes',
  (address) => {
    expect(listWords(ROUTES)).not.toContain(wordOf(address))
  },
)

function listAll(entries: RouteConfigEntry[], parentId: string): { id: string }[] {
  return entries.flatMap(({ children = [], ...one }) => {
    const id = one.id ?? one.file
    return [{ ...one, id, parentId }, ...listAll(children, id)]
  })
}

function idsAt(routes: Routes, address: string): string[] {
  return (matchRoutes(nest(routes), address) ?? []).map(({ route }) => route.id ?? '')
}

function nest(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path = '', index } = route
    return [index ? { id, path, index } : { id, path, children: nest(routes, id) }]
  })
}
