import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { lockedPackages, type LockedPackage } from './locked-packages.ts'

/*
 * npm run notices: writes THIRD-PARTY-NOTICES.md, which names third-party packages and their
 * licences. Licences require their text to be included; identical texts appear once.
 */

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i

const packages = lockedPackages().filter(({ isForProduction }) => isForProduction)
const texts = Map.groupBy(packages, textOf)
const list = packages.map(({ name, version, license = 'see its page' }) => {
  return `- ${name} ${version}: ${license}`
})
const sections = [...texts]
  .filter(([text]) => text !== '')
  .map(([text, some]) => {
    const names = [...new Set(some.map(({ name }) => name))]
    return `## ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``
  })
writeFileSync(
  'THIRD-PARTY-NOTICES.md',
  `# What others have written

The site runs with these packages. Those under the LGPL (libvips, in @img/sharp-libvips-*) are shared libraries of
their own, which may be replaced.

${[...new Set(list)].join('\n')}

${sections.join('\n\n')}
`,
)

/** Empty for packages without a licence file, and for packages of other machines. */
function textOf({ folder }: LockedPackage): string {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter(
    (name) => LICENCE_FILE.test(name) && !/\.[jt]s$/.test(name),
  )
  const readable = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return readable.join('\n\n').replaceAll('```', "'''")
}
