import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'

import routes from '#app/routes.ts'
import { SCREENS } from '#e2e/support/screens.ts'

import { checkTableTypes } from '../scripts/table-types.ts'

type Route = { id?: string; path?: string; index?: boolean; file: string }

const all = routes as Route[]

/** A page is markup; what answers with a file or with data is plain TypeScript. */
function isPage(file: string): boolean {
  return file.endsWith('.tsx') || file === 'http/not-found.ts'
}

/** The addresses of one language without its prefix, as they stand in the site map. */
function pages(): string[] {
  const english = all.filter(({ id = '', file }) => id.startsWith('en/') && isPage(file))
  return english.map(({ path }) => path?.replace(/^\//, '') || '/')
}

test('the table types in db/types.ts are those of the migrations', async () => {
  const checked = checkTableTypes(process.env.DATABASE_URL ?? '')
  await expect(checked).resolves.toBeUndefined()
})

test('every page is in the sweep that looks at all screens', () => {
  expect(pages().toSorted()).toEqual(Object.keys(SCREENS).toSorted())
})

test('every address exists in every language, by the same file', () => {
  const english = all.filter(({ id = '' }) => id.startsWith('en/'))
  const greek = all.filter(({ id = '' }) => id.startsWith('el/'))
  expect(greek.map(({ file }) => file)).toEqual(english.map(({ file }) => file))
  for (const { path } of greek) expect(path).toMatch(/^\/el(\/|$)/)
})

test('the page with all parts of the design system is there for who develops, and for nobody else', async () => {
  expect(all.filter(({ path }) => path?.endsWith('design'))).toEqual([])
  vi.resetModules()
  vi.stubEnv('DESIGN_PAGE', 'on')
  const { default: whileDeveloping } = await import('#app/routes.ts')
  vi.unstubAllEnvs()
  const added = (whileDeveloping as Route[]).filter(({ path }) => path?.endsWith('design'))
  expect(added.map(({ file }) => file)).toEqual(['site/design/page.tsx', 'site/design/page.tsx'])
})

test('the addresses of the specification are all there', () => {
  const specified = [
    '/',
    'book-now',
    'faq',
    'cart',
    'about',
    'tickets/:id',
    'contact',
    'schedules/:id',
    'services',
    'timetables',
    'payment/fail/:id',
    'payment/success/:id',
    'terms-and-conditions',
  ]
  expect(pages()).toEqual(expect.arrayContaining(specified))
})

test('the protocol of server components, and its holes, are not among the dependencies', async () => {
  expect(await readFile('package-lock.json', 'utf8')).not.toContain(
    '"node_modules/react-server-dom',
  )
})

test('no registry, and nobody’s machine, is named in the lock file', async () => {
  expect(await readFile('package-lock.json', 'utf8')).not.toMatch(
    /"resolved": "(?!https:\/\/registry\.npmjs)/,
  )
})
