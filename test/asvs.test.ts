import { parse } from 'csv-parse/sync'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * docs/asvs.csv lists what OWASP ASVS 5.0.0 asks for at level 2, and how each requirement is met.
 * These tests check that the files and tests it names exist, and that each open requirement has an
 * owner.
 */

type Row = Record<'id' | 'level' | 'requirement' | 'state' | 'owner' | 'evidence' | 'note', string>

/** The number of requirements of level 1 and of level 2 in each chapter of the standard. */
const IN_THE_STANDARD: Record<string, readonly [level1: number, level2: number]> = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
}

/** Level 1 requirements that stay open for a stated reason. */
const OPEN_FOR_A_REASON: Record<string, string> = {
  '14.2.1': 'a link that opens a ticket is what a ticket is',
  '15.2.1':
    'it is asked over the network, with each change and each week (.github/workflows/test.yml)',
}

const rows = parse<Row>(readFileSync('docs/asvs.csv'), { columns: true })
const named = rows.flatMap(({ id, evidence }) =>
  evidence.split('; ').flatMap((one) => {
    const [path = '', words = ''] = one.split(' › ')
    return path === '' ? [] : [{ id, path, words }]
  }),
)

test('every requirement of levels 1 and 2 is listed, once and in order', () => {
  const counts = Object.keys(IN_THE_STANDARD).map((chapter) => {
    const levels = rows.filter(({ id }) => chapterOf(id) === chapter).map(({ level }) => level)
    expect(levels.filter((level) => level !== '1' && level !== '2')).toEqual([])
    return [chapter, [countOf('1', levels), countOf('2', levels)]]
  })
  expect(Object.fromEntries(counts)).toEqual(IN_THE_STANDARD)
  expect(rows).toHaveLength(253)
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted(compareIds))
})

test('each requirement is met by evidence, not applicable for a reason, or open with an owner', () => {
  const wrong = rows.filter(({ requirement, state, owner, evidence, note }) => {
    const isWhole = {
      met: owner === '' && evidence !== '',
      'not applicable': owner === '' && evidence === '' && note !== '',
      open: ['operator', 'product'].includes(owner) && note !== '',
    }[state]
    return requirement === '' || !isWhole
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('no level 1 requirement is open without a reason', () => {
  const open = rows.filter(({ level, state }) => level === '1' && state === 'open')
  expect(open.map(({ id }) => id)).toEqual(Object.keys(OPEN_FOR_A_REASON))
})

test('every file and test named as evidence exists', () => {
  const missing = named.filter(
    ({ path, words }) => !existsSync(path) || !readFileSync(path, 'utf8').includes(words),
  )
  expect(missing).toEqual([])
})

test('only tests and texts are quoted by their words', () => {
  const others = named.filter(
    ({ path, words }) => words !== '' && !/\.(?:test\.ts|e2e\.ts|md)$/.test(path),
  )
  expect(others).toEqual([])
})

function chapterOf(id: string): string {
  return `V${id.split('.')[0]}`
}

function countOf(level: string, levels: readonly string[]): number {
  return levels.filter((one) => one === level).length
}

function compareIds(one: string, other: string): number {
  const [a, b] = [one, other].map((id) => id.split('.').map(Number))
  return a?.map((part, place) => part - (b?.[place] ?? 0)).find((less) => less !== 0) ?? 0
}
