import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'

import routes from '#app/routes.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { ROUTES } from '#test/fixtures/routes.ts'

import { oneSpelling, ourSpelling } from './one-spelling.server.ts'

/* The router ignores the case of a path and extra slashes; each page has one address. */

const patterns = ROUTES.map(({ path }) => path).filter((pattern) => !pattern.endsWith('*'))

test.each(patterns)('%s has one address, and its ids stay as they are', (pattern) => {
  const ours = pattern.replaceAll(/:\w+/g, 'aBc%20Ł')
  const words = pattern.split('/').map((word) => {
    return word.startsWith(':') ? 'aBc%20Ł' : word.toUpperCase()
  })
  const others = [words.join('/'), `${ours}/`, `${ours}//`, `${words.join('/')}///`]
  expect(ourSpelling(pattern, ours)).toBeUndefined()
  for (const other of others.filter((one) => one !== ours)) {
    expect(findPattern(other)).toBe(pattern)
    expect([other, ourSpelling(pattern, other)]).toEqual([other, ours])
  }
})

test('an unknown path is not redirected', () => {
  const foreign = ['//evil.example', '//evil.example/faq', '/el//evil.example', '/FAQ/nothing']
  for (const path of foreign) expect(ourSpelling(findPattern(path) ?? '*', path)).toBeUndefined()
  for (const path of ['//faq', '//el//faq//', '/\\faq', '/.//faq']) {
    const { pathname } = new URL(path, 'http://localhost:3000')
    const led = ourSpelling(findPattern(pathname) ?? '*', pathname)
    expect(led ?? '/').toMatch(/^\/(?![/\\])/)
  }
})

test('a reader is redirected permanently, with the query; a submitted form is processed as it is', async () => {
  expect(await ask('/FAQ?from=LCA&x=%2F')).toMatchObject({
    status: 308,
    location: '/faq?from=LCA&x=%2F',
  })
  expect(await ask('/faq')).toMatchObject({ status: 200 })
  expect(await ask('/FAQ', { message: 'Hello' })).toMatchObject({ status: 200 })
})

/** Requests the page /faq at this path. */
function ask(path: string, form?: Record<string, string>) {
  return openPage(answerFaq, path, { ...(form && { form }) })
}

function answerFaq(args: Parameters<typeof oneSpelling>[0]) {
  return oneSpelling({ ...args, pattern: '/faq' }, async () => new Response())
}

/** The pattern that the router matches. */
function findPattern(pathname: string): string | undefined {
  const match = matchRoutes(routes as Parameters<typeof matchRoutes>[0], pathname)?.at(-1)
  const found = match && `/${match.route.path ?? ''}`.replace('//', '/')
  return found?.endsWith('*') ? undefined : found
}
