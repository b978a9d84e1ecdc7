import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { lockedPackages } from './locked-packages.ts'

/*
 * node scripts/prune.ts: deletes from node_modules all that no program loads when the site runs. npm itself
 * leaves development packages that another package names as an optional peer: vitest, and with it a bundler.
 */

const packages = lockedPackages()
for (const { folder, isForProduction } of packages) {
  if (!isForProduction) rmSync(folder, { recursive: true, force: true })
}
rmSync(join(import.meta.dirname, '../node_modules/.bin'), { recursive: true, force: true })
const kept = packages.filter(({ isForProduction }) => isForProduction)
console.log(`The site needs ${kept.length} packages; all others are deleted.`)
