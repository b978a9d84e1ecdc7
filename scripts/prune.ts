import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/*
 * node scripts/prune.ts: deletes from node_modules all that no program loads when the site runs. npm itself
 * leaves development packages that another package names as an optional peer: vitest, and with it a bundler.
 */

type Entry = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Entries = Record<string, Entry>

const ROOT = join(import.meta.dirname, '..')

if (import.meta.main) {
  const entries = readLock()
  const kept = listLoaded(entries)
  const deleted = Object.keys(entries).filter((path) => path !== '' && !kept.has(path))
  for (const path of [...deleted, 'node_modules/.bin']) {
    rmSync(join(ROOT, path), { recursive: true, force: true })
  }
  console.log(`Kept ${kept.size} packages of package-lock.json, without ${deleted.length}.`)
}

export function readLock(): Entries {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  return (JSON.parse(lock) as { packages: Entries }).packages
}

/** The folders of all packages that ours depends on, at once or through others. */
export function listLoaded(entries: Entries): Set<string> {
  const loaded = new Set<string>()
  const waiting = ['']
  for (const path of waiting) {
    for (const name of namesOf(entries[path] ?? {})) {
      const found = find(entries, path, name)
      if (found === undefined || loaded.has(found)) continue
      loaded.add(found)
      waiting.push(found)
    }
  }
  return loaded
}

function namesOf({ dependencies, optionalDependencies, ...peers }: Entry): string[] {
  const { peerDependencies = {}, peerDependenciesMeta: meta = {} } = peers
  const needed = Object.keys(peerDependencies).filter((name) => !meta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed]
}

/** Looks for a package as Node does: beside the one that asks for it, then further up. */
function find(entries: Entries, from: string, name: string): string | undefined {
  const own = join(from, 'node_modules', name)
  if (own in entries) return own
  if (from === '') return undefined
  return find(entries, from.slice(0, from.lastIndexOf('node_modules')).replace(/\/$/, ''), name)
}
