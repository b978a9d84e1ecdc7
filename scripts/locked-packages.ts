import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type LockedPackage = {
  name: string
  version: string
  /** An SPDX expression from the author, if there is one. */
  license?: string
  /** The folder of the package, if it is installed on this machine. */
  folder: string
  /** Needed to run the site, not only to build or test it. */
  isForProduction: boolean
  /** Not built for another system or processor than ours. */
  isForThisMachine: boolean
}

/** `by` asks for a version of `name` in `range`, and gets `version`. */
export type LockedPeer = { by: string; name: string; range: string; version: string }

type Entry = {
  name?: string
  version: string
  license?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Entries = Record<string, Entry>

const ROOT = join(import.meta.dirname, '..')
/** The path of our own package in the lock. */
const OURS = ''

/** Every package in package-lock.json, including those for other machines. */
export function lockedPackages(): LockedPackage[] {
  const entries = readLock()
  const loaded = listLoaded(entries)
  return Object.entries(entries)
    .filter(([path]) => path !== OURS)
    .map(([path, { name, version, license, os, cpu }]) => ({
      name: name ?? nameIn(path),
      version,
      ...(license && { license }),
      folder: join(ROOT, path),
      isForProduction: loaded.has(path),
      isForThisMachine:
        (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true),
    }))
}

/** Every package that another one names as its peer, optional or not, with the version that it gets. */
export function lockedPeers(): LockedPeer[] {
  const entries = readLock()
  return Object.entries(entries).flatMap(([path, { peerDependencies = {} }]) =>
    Object.entries(peerDependencies).flatMap(([name, range]) => {
      const found = find(entries, path, name)
      const version = found && entries[found]?.version
      return version ? [{ by: nameIn(path), name, range, version }] : []
    }),
  )
}

function nameIn(path: string): string {
  return path.replace(/^.*node_modules\//, '')
}

function readLock(): Entries {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  return (JSON.parse(lock) as { packages: Entries }).packages
}

/**
 * The folders of all packages that ours depends on, directly or through others. The flags of npm do not
 * tell: it marks a development package as needed if another package names it as an optional peer.
 */
function listLoaded(entries: Entries): Set<string> {
  const loaded = new Set<string>()
  const waiting = [OURS]
  for (const path of waiting) {
    for (const name of namesOf(entries[path])) {
      const found = find(entries, path, name)
      if (found === undefined || loaded.has(found)) continue
      loaded.add(found)
      waiting.push(found)
    }
  }
  return loaded
}

function namesOf(entry: Entry | undefined): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {} } = entry ?? {}
  const needed = Object.keys(peerDependencies).filter(
    (name) => !entry?.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed]
}

/** Looks for a package as Node does: beside the one that asks for it, then further up. */
function find(entries: Entries, from: string, name: string): string | undefined {
  const own = join(from, 'node_modules', name)
  if (own in entries) return own
  if (from === OURS) return undefined
  return find(entries, from.slice(0, from.lastIndexOf('node_modules')).replace(/\/$/, ''), name)
}
