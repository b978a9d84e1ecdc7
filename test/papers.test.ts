import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/* The Markdown for developers and operators: tables that can be read as text, and nothing that leads nowhere. */

const MAX_CELL_LENGTH = 200
/** What others have written, and what the program writes. */
const NOT_OURS = new Set(['THIRD-PARTY-NOTICES.md'])
const FOLDERS =
  'app|art|bench|content|db|demonstration|deploy|docs|e2e|modules|phone|platform|sandbox-bank|scripts|serving|test'
/** A file with its ending, as prose names it, but for the files of the German that STYLE.md adds as an example. */
const NAMED_FILE = new RegExp(
  `\`((?:${FOLDERS})/[\\w./-]+\\.(?:tsx?|js|md|sql|css|csv|json|yaml))\``,
  'g',
)

const PAPERS = globSync(['*.md', '.github/**/*.md', '{docs,test,bench,deploy}/**/*.md'])
  .filter((file) => !NOT_OURS.has(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('no cell of a table is longer than two lines of text', () => {
  const long = PAPERS.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
      .filter((cell) => cell.length > MAX_CELL_LENGTH && !/^-+$/.test(cell))
      .map((cell) => `${file}: ${cell}`),
  )
  expect(PAPERS.length).toBeGreaterThan(15)
  expect(long).toEqual([])
})

test('every link leads to a file, and to a heading in it', () => {
  const dead = PAPERS.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', heading]) => {
        const target = path === '' ? file : join(dirname(file), path)
        return !existsSync(target) || (heading && !headingsOf(target).includes(heading))
      })
      .map(([link]) => `${file}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('every file that is named exists', () => {
  const missing = PAPERS.flatMap(({ file, text }) =>
    [...text.matchAll(NAMED_FILE)]
      .filter(([, path = '']) => !existsSync(path) && !path.endsWith('/de.ts'))
      .map(([, path]) => `${file}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('the version of Node for people is the one that the site runs with', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { node: string }
  }
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(devDependencies.node)
})

/** The anchors that GitHub gives to the headings of a file. */
function headingsOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...lines].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
