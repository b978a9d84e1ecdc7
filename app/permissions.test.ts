import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import { plainPath } from '#platform/locale.ts'
import { ROUTES } from '#test/fixtures/routes.ts'

import {
  findEntry,
  isLimited,
  mayWaiveCents,
  OFFICE,
  PERMISSIONS,
  type Entry,
  type OfficePattern,
} from './permissions.ts'

const office = ROUTES.filter(({ isInOffice, path }) => isInOffice && plainPath(path) === path)
const entries = Object.entries(OFFICE) as [OfficePattern, Entry][]
const acts = entries.flatMap(([pattern, entry]) =>
  Object.keys(entry.acts ?? {}).map((intent) => [pattern, intent] as const),
)

test('every page of the office has an entry, and every entry has a page', () => {
  expect(office.map(({ path }) => path).toSorted()).toEqual(Object.keys(OFFICE).toSorted())
})

test('every page of the office stands behind the guard', () => {
  const outside = ROUTES.filter(
    ({ isInOffice, file, path }) =>
      !isInOffice && (file.startsWith('office/') || /\/office/.test(path)),
  )
  expect(outside).toEqual([])
})

test('what is not listed has no entry', () => {
  for (const name of ['/office/secrets', 'constructor', '__proto__', 'toString']) {
    expect(findEntry(name)).toBeUndefined()
  }
})

test('every permission is asked for, and the owner has all of them', () => {
  const needed = entries.flatMap(([, { see, acts: all = {} }]) => [
    see,
    ...Object.values(all).map(({ needs }) => needs),
  ])
  const unused = Object.keys(PERMISSIONS).filter((one) => !needed.includes(one as never))
  expect(unused).toEqual([])
  for (const roles of Object.values(PERMISSIONS)) expect(roles).toContain('owner')
})

test('a member may waive as much as the highest of the roles, and nothing without one', () => {
  expect(mayWaiveCents(['seller'], 'orders.overrule')).toBe(3000)
  expect(mayWaiveCents(['seller'], 'orders.refund-goodwill')).toBe(0)
  expect(mayWaiveCents(['driver', 'editor'], 'orders.overrule')).toBe(0)
  expect(mayWaiveCents(['seller', 'dispatcher'], 'orders.refund-goodwill')).toBe(5000)
  expect(isLimited(mayWaiveCents(['seller', 'owner'], 'orders.overrule'))).toBe(false)
})

test.each(acts)('%s: a test presses “%s”', (pattern, intent) => {
  const file = office.find(({ path }) => path === pattern)?.file ?? ''
  const tests = globSync(`app/${dirname(file)}/*.test.{ts,tsx}`).map((one) =>
    readFileSync(one, 'utf8'),
  )
  expect(existsSync(`app/${file}`)).toBe(true)
  expect(tests.some((source) => source.includes(`'${intent}'`))).toBe(true)
})

test('docs/permissions.md is this table', async () => {
  const granted = Object.entries(PERMISSIONS).map(([name, roles]) => [name, ...marks(roles)])
  const pages = entries.flatMap(([pattern, { see, acts: all = {} }]) => [
    [`\`${pattern}\``, '', see, ''],
    ...Object.entries(all).map(([intent, { needs, confirm = '' }]) => ['', intent, needs, confirm]),
  ])
  const written = `# Who may do what in the office

Made from \`app/permissions.ts\` by its test; \`vitest run app/permissions -u\` writes it again.
L1: confirmed by code or passkey in the last 15 minutes. L2: confirmed with this very form.

## Permissions and roles

${table(['Permission', ...ROLES], granted)}

## Pages and acts

${table(['Page', 'Act', 'Needs', 'Confirm'], pages)}
`
  await expect(written).toMatchFileSnapshot('../docs/permissions.md')
})

/** A table of Markdown, aligned as the formatter does it. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, place) =>
    Math.max(3, ...[head, ...rows].map((row) => row[place]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

function marks(roles: readonly Role[]): string[] {
  return ROLES.map((role) => (roles.includes(role) ? '●' : ' '))
}
