import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * A pattern that matches no file fails silently after its files have moved: a bundle grows, a rule
 * is no longer applied, a test is no longer run. So each must match a file.
 */

const OF_CONFIGURATION = [
  'vite.config.ts',
  'vitest.config.ts',
  'oxlint.config.ts',
  'knip.json',
  'e2e/vitest.config.ts',
  'e2e/pictures.config.ts',
  'test/worn-words.test.ts',
  'test/mutants/vitest.config.ts',
]
const PATH =
  /['"](#?(?:app|art|bench|content|db|e2e|modules|phone|platform|public|sandbox-bank|scripts|test)\/[^'"\s]*)['"]/g

const patterns = OF_CONFIGURATION.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(PATH)].map(
    ([, pattern = '']) => [file, pattern] as const,
  ),
)

test.each(patterns)('in %s, %s matches a file', (_file, pattern) => {
  expect(globSync(pattern.replace('#', ''), { exclude: ['**/node_modules/**'] })).not.toEqual([])
})

test('every long browser test exists', () => {
  const [, names = ''] =
    /const LONG = \[([^\]]+)\]/.exec(readFileSync('e2e/vitest.config.ts', 'utf8')) ?? []
  const long = [...names.matchAll(/'([^']+)'/g)].map(([, name]) => `e2e/specs/${name}.e2e.ts`)
  expect(long.length).toBeGreaterThan(2)
  expect(long.filter((file) => globSync(file).length === 0)).toEqual([])
})
