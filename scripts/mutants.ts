import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts'
import { FOR_TESTS, scratchFolder } from '#test/fixtures/scratch-database.ts'
import { filesWithTest, mutateFiles, type Mutant } from '#test/mutants/mutant.ts'
import { MUTANTS } from '#test/mutants/mutants.ts'

/*
 * npm run mutants [word …]: breaks our own source, one small change at a time, and shows that the
 * test for each change fails. With words, runs only the mutants whose invariant contains one of them.
 */

const AT_ONCE = 2
const words = process.argv.slice(2)
const isChosen = ({ breaks }: Mutant) =>
  words.length === 0 || words.some((word) => breaks.includes(word))
const chosen = MUTANTS.filter(isChosen)
const folder = mkdtempSync(join(tmpdir(), 'halcyon-mutants-'))

for (const mutant of chosen) mutateFiles(mutant) // Throws at once if one does not fit.
const database = process.env.TEST_DATABASE_URL
  ? undefined
  : await startEmbeddedPostgres(scratchFolder(), FOR_TESTS) // once for all of them
const passing = await listPassing()
const survivors: Mutant[] = []
await inLanes(chosen, async (mutant) => {
  const caught = await send(mutant)
  if (!caught.ok) survivors.push(mutant)
  console.log(`${caught.ok ? 'caught  ' : 'SURVIVED'}  ${mutant.breaks}`)
  console.log(`            ${filesWithTest(mutant.caughtBy).join(' ')}: ${mutant.caughtBy}`)
  console.log(`            ${caught.how}`)
})
await database?.stop()
rmSync(folder, { recursive: true })
console.log(`${chosen.length} mutants, ${chosen.length - survivors.length} caught`)
process.exitCode = survivors.length > 0 || chosen.length === 0 ? 1 : 0

type Caught = { ok: boolean; how: string }

/** A test that cannot run, or fails without the mutant, does not catch it. */
async function send(mutant: Mutant): Promise<Caught> {
  const { caughtBy } = mutant
  if (!passing.has(caughtBy)) return { ok: false, how: 'the test fails without it' }
  const results = await runTests([caughtBy], String(MUTANTS.indexOf(mutant)))
  const failed = results.find(({ status }) => status === 'failed')
  if (!failed) return { ok: false, how: `${results.length} tests ran, and none has failed` }
  return { ok: true, how: failed.failureMessages.join(' ').split('\n')[0] ?? '' }
}

/** The titles of the tests that pass on the unchanged source. */
async function listPassing(): Promise<Set<string>> {
  const tests = chosen.map(({ caughtBy }) => caughtBy)
  const results = await runTests(tests)
  const passed = tests.filter((test) => {
    const own = results.filter(({ title }) => isOf(test, title))
    return own.length > 0 && own.every(({ status }) => status === 'passed')
  })
  return new Set(passed)
}

type Result = { title: string; status: string; failureMessages: string[] }
type Report = { testResults: { assertionResults: Result[] }[] }

/** Runs the tests with these titles and returns their results; an empty list if none could run. */
async function runTests(titles: string[], mutant = ''): Promise<Result[]> {
  const files = [...new Set(titles.flatMap(filesWithTest))]
  const report = join(folder, `report-${mutant}.json`)
  const program = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=test/mutants/vitest.config.ts',
    '--project=rules',
  ]
  const pattern = titles.map((title) => `${patternOf(title)}$`).join('|')
  const args = ['--root=.', '--reporter=json', `--outputFile=${report}`, '-t', pattern, ...files]
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: 'ignore',
    env: { ...process.env, TESTS: 'all', ...(mutant && { MUTANT: mutant }) },
  })
  await once(child, 'exit')
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, title }) => {
      const hasRun = status === 'passed' || status === 'failed'
      return hasRun && titles.some((test) => isOf(test, title))
    })
}

/** The title of a test with several values contains a % for each value, which may have several lines. */
function patternOf(title: string): string {
  return title
    .split(/%[a-z]/)
    .map((text) => RegExp.escape(text))
    .join('[^]+')
}

function isOf(test: string, title: string): boolean {
  return new RegExp(`^${patternOf(test)}$`).test(title)
}

async function inLanes<Item>(items: readonly Item[], run: (item: Item) => Promise<void>) {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item; item = left.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
