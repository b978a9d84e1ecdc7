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

const ROOT = join(import.meta.dirname, '..')

/** Every package in package-lock.json, including those for other machines. */
export function lockedPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version, license, os, cpu, dev = false, devOptional = false }]) => ({
      name: name ?? path.replace(/^.*node_modules\//, ''),
      version,
      ...(license && { license }),
      folder: join(ROOT, path),
      isForProduction: !dev && !devOptional,
      isForThisMachine:
        (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true),
    }))
}

type Entry = {
  name?: string
  version: string
  license?: string
  os?: string[]
  cpu?: string[]
  dev?: boolean
  devOptional?: boolean
}
