import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { findAdvised } from '../scripts/find-advised.ts'
import { lockedPackages } from '../scripts/locked-packages.ts'

/* What the site is made of that others have written. */

const packages = lockedPackages()
const running = packages.filter(({ isForProduction }) => isForProduction)
const advisories = JSON.parse(readFileSync('docs/advisories.json', 'utf8')) as unknown

test('no package has a hole that the file of advisories knows', () => {
  expect(findAdvised(advisories, packages)).toEqual([])
})

test('a package of before a hole was closed is named, and one of after it is not', () => {
  const sharp = { name: 'sharp', license: 'Apache-2.0', folder: '', isForProduction: true }
  const of = (version: string) =>
    findAdvised(advisories, [{ ...sharp, version, isForThisMachine: true }])
  expect(of('0.34.5')).toMatchObject([{ advisory: { ghsa_id: 'GHSA-f88m-g3jw-g9cj' } }])
  expect(of('0.35.0-rc.1')).toHaveLength(1)
  expect(of('0.35.0')).toEqual([])
})

test('the notices name every package that runs with the site, in its version', () => {
  const notices = readFileSync('THIRD-PARTY-NOTICES.md', 'utf8')
  const missing = running.filter(({ name, version }) => !notices.includes(`- ${name} ${version}:`))
  expect(missing.map(({ name, version }) => `${name} ${version}`)).toEqual([])
})

test('a program that is sold may hold what runs with it', () => {
  const free =
    /\b(?:MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0)\b/
  /** Libraries of their own files, which may be replaced. */
  const shared = /^@img\/sharp-/
  const built = /^lightningcss/
  /** Its page says MIT, its package says nothing. */
  const silent = ['png-js']
  const others = running.filter(
    ({ name, license = '' }) =>
      !free.test(license) && !shared.test(name) && !built.test(name) && !silent.includes(name),
  )
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

/** Those for other machines are in the lock as well: sharp and piscina name one for each. */
test('few packages run with the site', () => {
  const here = running.filter(({ isForThisMachine }) => isForThisMachine)
  expect(new Set(here.map(({ name }) => name)).size).toBeLessThanOrEqual(130)
})
