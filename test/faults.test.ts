import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* docs/faults.md names only tests that exist. */

const TESTS = ['.test.ts', '.server.test.ts', '.e2e.ts']
const rows = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
const faults = rows.slice(2)

test('every fault in the table has a test', () => {
  expect(faults.length).toBeGreaterThan(35)
  expect(faults.filter((row) => testsIn(row).length === 0)).toEqual([])
})

test.each(faults.flatMap(testsIn))('there is a test in %s with the words “%s”', (file, words) => {
  const path = TESTS.map((ending) => file + ending).find((one) => existsSync(one))
  expect(path, `no file of tests ${file}`).toBeDefined()
  expect(readFileSync(path ?? '', 'utf8')).toContain(words)
})

function testsIn(row: string): [file: string, words: string][] {
  const [tests = ''] = row.split(' | ').slice(-1)
  return [...tests.matchAll(/`([\w./-]+) › ([^`]+)`/g)].map(([, file = '', words = '']) => [
    file,
    words,
  ])
}
