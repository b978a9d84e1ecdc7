import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'

import routes from '#app/routes.ts'
import { SCREENS } from '#e2e/support/screens.ts'

import { checkTableTypes } from '../scripts/table-types.ts'

type Route = { id?: string; path?: string; index?: boolean; file: string }

const all = routes as Route[]

/**
 * A page renders markup and is a .tsx file; an endpoint returns a file or data and is a .ts file.
 */
function isPage(file: string): boolean {
  return file.endsWith('.tsx') || file === 'http/not-found.ts'
}

/** The paths of one language in the site map, without its prefix. */
function pages(): string[] {
  const english = all.filter(({ id = '', file }) => id.startsWith('en/') && isPage(file))
  return english.map(({ path }) => path?.replace(/^\//, '') || '/')
}

test('the table types in db/types.ts match the migrations', async () => {
  const checked = checkTableTypes(process.env.DATABASE_URL ?? '')
  await expect(checked).resolves.toBeUndefined()
})

test('the test that visits every screen covers every page', () => {
  expect(pages().toSorted()).toEqual(Object.keys(SCREENS).toSorted())
})

test('every path exists in every language and leads to the same file', () => {
  const english = all.filter(({ id = '' }) => id.startsWith('en/'))
  const greek = all.filter(({ id = '' }) => id.startsWith('el/'))
  expect(greek.map(({ file }) => file)).toEqual(english.map(({ file }) => file))
  for (const { path } of greek) expect(path).toMatch(/^\/el(\/|$)/)
})

test('the page with all parts of the design system exists in development only', async () => {
  expect(all.filter(({ path }) => path?.endsWith('design'))).toEqual([])
  vi.resetModules()
  vi.stubEnv('DESIGN_PAGE', 'on')
  const { default: whileDeveloping } = await import('#app/routes.ts')
  vi.unstubAllEnvs()
  const added = (whileDeveloping as Route[]).filter(({ path }) => path?.endsWith('design'))
  expect(added.map(({ file }) => file)).toEqual(['site/design/page.tsx', 'site/design/page.tsx'])
})

test('no address is put together from strings: paths.ts alone spells them', async () => {
  const words = all.map(({ path = '' }) => path.replace(/^\/?(el\/)?/, '').split('/'))
  const first = words.flatMap(([word = '']) => (/^[a-z_.]/.test(word) ? [word] : []))
  const beyondIds = words.flatMap((path) => {
    const id = path.findIndex((word) => word.startsWith(':'))
    return id === -1 ? [] : path.slice(id).filter((word) => !word.startsWith(':'))
  })
  const begins = new RegExp(`['"\`]\\/(el\\/)?(${either(first)})(?![\\w-])`)
  const goesOn = new RegExp(`\\}\\/(${either(beyondIds)})(?![\\w-])`)
  const spelled: string[] = []
  for await (const file of glob(['{app,modules}/**/*.{ts,tsx,js}', 'server.ts', 'jobs.ts'])) {
    if (/\.test\.tsx?$/.test(file) || file === 'app/routes.ts') continue
    const lines = readFileSync(file, 'utf8').split('\n')
    const found = lines.filter((line) => begins.test(line) || goesOn.test(line))
    spelled.push(...found.map((line) => `${file}: ${line.trim()}`))
  }
  expect(spelled).toEqual([])
})

test('no page says by itself what is not found, or how a title ends', async () => {
  const homes = ['app/http/found.ts', 'app/http/page-meta.ts']
  const spelled: string[] = []
  for await (const file of glob('app/**/*.{ts,tsx}')) {
    const source = readFileSync(file, 'utf8')
    const isSpelled = /data\(null, 404\)|· \$\{operator\.shortName\}/.test(source)
    if (isSpelled && !homes.includes(file)) spelled.push(file)
  }
  expect(spelled).toEqual([])
})

function either(words: readonly string[]): string {
  return [...new Set(words)].map((word) => RegExp.escape(word)).join('|')
}

test('all paths named in the specification exist', () => {
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

test('the server components protocol, with its vulnerabilities, is not installed', async () => {
  expect(await readFile('package-lock.json', 'utf8')).not.toContain(
    '"node_modules/react-server-dom',
  )
})

test('the lock file names no registry and no developer’s machine', async () => {
  expect(await readFile('package-lock.json', 'utf8')).not.toMatch(
    /"resolved": "(?!https:\/\/registry\.npmjs)/,
  )
})
