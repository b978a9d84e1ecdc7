import { create, type Font } from 'fontkit'
import { globSync, readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'

import { SCREENS } from '#e2e/support/screens.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'
import { ROUTES as all, SITE_ROUTES } from '#test/fixtures/routes.ts'

import { checkTableTypes } from '../scripts/table-types.ts'

/**
 * A page renders markup and is a .tsx file; an endpoint returns a file or data and is a .ts file.
 */
function isPage(file: string): boolean {
  return file.endsWith('.tsx')
}

/** The paths of one language in the site map, without its prefix; the office has its own tests. */
function pages(): string[] {
  const english = SITE_ROUTES.filter(({ id, file }) => id.startsWith('en/') && isPage(file))
  return english.map(({ path }) => path.replace(/^\//, '') || '/')
}

test('the table types in db/types.ts match the migrations', async () => {
  const checked = checkTableTypes(process.env.DATABASE_URL ?? '')
  await expect(checked).resolves.toBeUndefined()
})

test('the test that visits every screen covers every page', () => {
  expect(pages().toSorted()).toEqual(Object.keys(SCREENS).toSorted())
})

test('every path exists in every language and leads to the same file', () => {
  const english = all.filter(({ id }) => id.startsWith('en/'))
  const greek = all.filter(({ id }) => id.startsWith('el/'))
  expect(greek.map(({ file }) => file)).toEqual(english.map(({ file }) => file))
  for (const { path } of greek) expect(path).toMatch(/^\/el(\/|$)/)
})

test('no address is put together from strings: paths.ts alone spells them', async () => {
  const words = all.map(({ path }) => path.replace(/^\/?(el\/)?/, '').split('/'))
  const first = words.flatMap(([word = '']) => (/^[a-z_.]/.test(word) ? [word] : []))
  const beyondIds = words.flatMap((path) => {
    const id = path.findIndex((word) => word.startsWith(':'))
    return id === -1 ? [] : path.slice(id).filter((word) => !word.startsWith(':'))
  })
  const begins = new RegExp(`['"\`]\\/(el\\/)?(${either(first)})(?![\\w-])`)
  const goesOn = new RegExp(`\\}\\/(${either(beyondIds)})(?![\\w-])`)
  const spelled: string[] = []
  for await (const file of glob(['{app,modules,phone}/**/*.{ts,tsx,js}', 'server.ts', 'jobs.ts'])) {
    if (isTest(file) || isSiteMap(file)) continue
    const lines = readFileSync(file, 'utf8').split('\n')
    // An action of the office names the page whose acts it carries out.
    const others = lines.filter((line) => !/officeAction\('|\bOFFICE\b/.test(line))
    const found = others.filter((line) => begins.test(line) || goesOn.test(line))
    spelled.push(...found.map((line) => `${file}: ${line.trim()}`))
  }
  expect(spelled).toEqual([])
})

test('all pages share one 404 and one form of title', async () => {
  const homes = ['app/http/found.ts', 'app/http/page-meta.ts']
  const spelled: string[] = []
  for await (const file of glob('app/**/*.{ts,tsx}')) {
    const source = readFileSync(file, 'utf8')
    const isSpelled = /data\(null, 404\)|· \$\{operator\.shortName\}/.test(source)
    if (isSpelled && !homes.includes(file)) spelled.push(file)
  }
  expect(spelled).toEqual([])
})

function isSiteMap(file: string): boolean {
  return file === 'app/routes.ts' || file === 'app/permissions.ts'
}

function either(words: readonly string[]): string {
  return [...new Set(words)].map((word) => RegExp.escape(word)).join('|')
}

test('what only tests import is in test/', () => {
  const program = globSync('{app,modules,phone,platform,sandbox-bank}/**/*.{ts,tsx,js}')
  const checks = globSync('{test,e2e,bench,art,scripts}/**/*.{ts,tsx,js}')
  const ofTests = listImported([...program.filter(isTest), ...checks])
  expect(ofTests.size).toBeGreaterThan(100)
  const running = globSync(['*.ts', '{db,scripts,serving}/**/*.{ts,js}'])
  const ofProgram = listImported([...program, ...running].filter((file) => !isTest(file)))
  const entries = new Set([
    ...globSync('app/*.{ts,tsx}'),
    'app/office/layout.tsx',
    ...all.map(({ file }) => `app/${file}`),
  ])
  const isSupport = (file: string) =>
    ofTests.has(file) && !ofProgram.has(file) && !entries.has(file) && !isTest(file)
  expect(program.filter(isSupport)).toEqual([])
})

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** The files that these import, by their paths. */
function listImported(files: readonly string[]): Set<string> {
  const names = /(?:from|import\(|import|new URL\()\s*['"]([#.][^'"]+)['"]/g
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(names)].map(([, name = '']) =>
        name.startsWith('.')
          ? join(dirname(file), name)
          : name.replace('#bank/', 'sandbox-bank/').replace('#', ''),
      ),
    ),
  )
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

/** Where a language is added. STYLE.md lists the same places, and what has to be written there. */
const PLACES_OF_LANGUAGES = [
  'platform/languages.ts',
  'platform/format/words/',
  'app/i18n/',
  'modules/*/words/',
  'modules/orders/order/terms-version.ts',
  'sandbox-bank/pages/sentences.ts',
  'operator.ts',
]
const PROGRAM = ['app', 'modules', 'phone', 'platform', 'sandbox-bank', 'public', 'scripts', 'art']
/** 'el', el-GR, /el/, {en,el}, and `el:` or `{ en, el }` in a table; the type of all sentences is English. */
const NAMES_A_LANGUAGE =
  /(['"`])(?:en|el)\1|\b(?:en|el)[-_][A-Z]{2}\b|\{ ?(?:en, ?el|el, ?en) ?\}|^\s*(?:en|el): |\/el\b|\/en\b(?!\.ts)/m

test('a language is named where one is added, and nowhere else', async () => {
  const style = await readFile('STYLE.md', 'utf8')
  expect(PLACES_OF_LANGUAGES.filter((place) => !style.includes(place))).toEqual([])
  const allowed = PLACES_OF_LANGUAGES.map((place) => place.replace(/\/$/, '/**'))
  const found: string[] = []
  for (const pattern of [...PROGRAM.map((folder) => `${folder}/**/*.{ts,tsx,js}`), '*.{ts,js}']) {
    for await (const file of glob(pattern)) {
      if (isTest(file) || allowed.some((place) => matchesGlob(file, place))) continue
      const source = (await readFile(file, 'utf8')).replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
      if (NAMES_A_LANGUAGE.test(source)) found.push(file)
    }
  }
  expect(found).toEqual([])
})

test('the fonts of a language have every letter that is written in it', async () => {
  for (const locale of LOCALES) {
    const alphabets = ['latin', ...LANGUAGES[locale].alphabets]
    const fonts = await Promise.all(
      alphabets.map(async (alphabet) => {
        return create(await readFile(`app/ui/fonts/commissioner-${alphabet}.woff2`)) as Font
      }),
    )
    const missing = new Set<string>()
    for (const words of ['app/i18n', 'modules/*/words', 'platform/format/words', 'content']) {
      for await (const file of glob(`${words}/{${locale},${locale}/**/*}.{ts,md}`)) {
        for (const letter of (await readFile(file, 'utf8')).match(/\p{L}/gu) ?? []) {
          const code = letter.codePointAt(0) ?? 0
          if (!fonts.some((font) => font.hasGlyphForCodePoint(code))) missing.add(letter)
        }
      }
    }
    expect({ locale, missing: [...missing] }).toEqual({ locale, missing: [] })
  }
})
