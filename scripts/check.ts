import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'

/*
 * npm run check: every check that needs no browser. Checks that only read the source run beside the
 * tests, which often wait. `npm run check -- modules/seats` checks one or more folders, and the
 * types of all; it takes seconds and does not replace the full check.
 */

type Check = [program: string, ...args: string[]]

const folders = process.argv.slice(2)
mkdirSync('data', { recursive: true })
// One test needs the built site. A build in the middle of the checks would disturb the type check.
if (folders.length === 0) execFileSync(process.execPath, ['scripts/get-ready.js'])

const READING: Check[] = [
  ['react-router', 'typegen'],
  ['tsc', '--incremental', '--tsBuildInfoFile', 'data/checked-types.json'],
  ['oxlint', '--type-aware', '--deny-warnings', ...folders],
  ['oxfmt', '--check', ...folders],
]
if (folders.length === 0) READING.push(['knip'])
const TESTS: Check[] =
  folders.length > 0
    ? [['vitest', 'run', '--project', 'rules', '--passWithNoTests', ...folders]]
    : [['vitest', 'run']]

const reports: string[] = []
const lanes = await Promise.all([passAll(READING, 'pipe'), passAll(TESTS, 'inherit')])
const failed = lanes.flat()
// After the output of the tests, so that the last lines of a red run name every failure.
if (failed.length > 0) {
  process.stderr.write(`${reports.join('')}\nFailed: ${failed.join(', ')}\n`)
}
process.exitCode = failed.length > 0 ? 1 : 0

/** Runs all checks one after the other, even after a failure, and returns those that failed. */
async function passAll(checks: Check[], output: 'pipe' | 'inherit'): Promise<string[]> {
  const failures: string[] = []
  for (const check of checks) {
    if (!(await passes(check, output))) failures.push(check.join(' '))
  }
  return failures
}

/** Output of checks beside the tests is kept for the end, and only of those that fail. */
async function passes([program, ...args]: Check, output: 'pipe' | 'inherit'): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', output, output] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) reports.push(`\n${program} ${args.join(' ')}\n${said}`)
  else if (output === 'pipe') process.stdout.write(`${program}: fine\n`)
  return code === 0
}
