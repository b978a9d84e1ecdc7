import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* docs/faults.md names only tests that exist. */

const TESTS = ['.test.ts', '.server.test.ts', '.e2e.ts']
const faults = readFileSync('docs/faults.md', 'utf8')
  .replaceAll(/\n +/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('- **'))

test('every fault of the list has a test', () => {
  expect(faults.length).toBeGreaterThan(70)
  expect(faults.filter((fault) => testsIn(fault).length === 0)).toEqual([])
})

test.each(faults.flatMap(testsIn))('there is a test in %s with the words “%s”', (file, words) => {
  const path = TESTS.map((ending) => file + ending).find((one) => existsSync(one))
  expect(path, `no file of tests ${file}`).toBeDefined()
  expect(readFileSync(path ?? '', 'utf8')).toContain(words)
})

function testsIn(fault: string): [file: string, words: string][] {
  const [, tests = ''] = fault.split(' Tests: ')
  return [...tests.matchAll(/`([\w./-]+) › ([^`]+)`/g)].map(([, file = '', words = '']) => [
    file,
    words,
  ])
}
