import { readFileSync } from 'node:fs'
import { satisfies } from 'semver'
import { expect, test } from 'vitest'

import { lockedPackages, lockedPeers } from '../scripts/locked-packages.ts'

/* The third-party packages of the site. */

const packages = lockedPackages()
const running = packages.filter(({ isForProduction }) => isForProduction)

test('the notices name every package that runs with the site, with its version', () => {
  const notices = readFileSync('THIRD-PARTY-NOTICES.md', 'utf8')
  const missing = running.filter(({ name, version }) => !notices.includes(`- ${name} ${version}:`))
  expect(missing.map(({ name, version }) => `${name} ${version}`)).toEqual([])
})

test('every package that runs with the site has a licence that allows selling it', () => {
  const free =
    /\b(?:MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0)\b/
  /** Separate shared libraries, which users may replace. */
  const shared = /^@img\/sharp-/
  /** Their packages state none in the usual place: one is MIT by its web page, one Apache 2.0. */
  const silent = ['png-js', 'gtfs-realtime-bindings']
  const others = running.filter(
    ({ name, license = '' }) => !free.test(license) && !shared.test(name) && !silent.includes(name),
  )
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

/** Those for other machines are in the lock as well: sharp and piscina name one for each. */
test('few packages run with the site', () => {
  const here = running.filter(({ isForThisMachine }) => isForThisMachine)
  expect(new Set(here.map(({ name }) => name)).size).toBeLessThanOrEqual(138)
})

/** npm 10, which comes with Node 20 and 22, then looks in the lock for a second version, and installs nothing. */
test('every package gets the versions of its peers that it asks for, or package.json says which', () => {
  const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    overrides: Record<string, Record<string, string>>
  }
  const missed = lockedPeers().filter(
    ({ by, name, range, version }) =>
      !satisfies(version, range, { includePrerelease: true }) && !overrides[by]?.[name],
  )
  expect(missed).toEqual([])
})
