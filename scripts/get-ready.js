/*
 * Runs before start, dev, check and test, so that a fresh clone needs no other command. It may run
 * on an older Node, with nothing installed yet: plain JavaScript, and no packages.
 */
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** The sources of the built pages; all others are loaded unchanged. */
const SOURCES = [
  'app',
  'content',
  'modules',
  'phone',
  'platform',
  'public',
  'operator.ts',
  'paths.ts',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
]

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  run('npm ci --no-audit --no-fund --loglevel=error')
}
const mayBuild = !process.argv.includes('--no-build')
if (mayBuild && changedAt('build/ready') < Math.max(...SOURCES.flatMap(filesIn).map(changedAt))) {
  run('npm run --silent build')
}

/** @param {string} path */
function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path).flatMap((name) => filesIn(join(path, name)))]
}

/**
 * Without NODE_ENV: a calling tool may have set it, and the build is always for production.
 * @param {string} command
 */
function run(command) {
  process.stdout.write(`\n> ${command}\n`)
  const { NODE_ENV: _ours, ...env } = process.env
  execSync(command, { stdio: 'inherit', env })
}
