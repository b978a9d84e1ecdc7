import { readFileSync } from 'node:fs'
import { argv } from 'node:process'

import { findAdvised } from './find-advised.ts'
import { lockedPackages } from './locked-packages.ts'

/*
 * npm run advisories: names every locked package with a known vulnerability. The file is GitHub's
 * response to the query in docs/operations.md.
 */

const [file = 'docs/advisories.json'] = argv.slice(2)
const found = findAdvised(JSON.parse(readFileSync(file, 'utf8')), lockedPackages())
for (const { name, version, advisory } of found) {
  process.stdout.write(`${name} ${version}: ${advisory.ghsa_id}, ${advisory.summary}\n`)
}
process.stdout.write(`${found.length} of the locked packages have a known hole.\n`)
process.exitCode = found.length > 0 ? 1 : 0
