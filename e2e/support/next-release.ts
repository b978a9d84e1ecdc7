import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ASSETS = 'build/client/assets'
const HASHED = /^(.+-)([\w-]{8})(\.\w+)$/

/**
 * The next release in a folder of its own: the same site, in which each script file and font has
 * another name, as if all had changed.
 */
export function makeNextRelease(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-release-'))
  const own = new Set(['build', 'data', 'server.ts'])
  for (const name of readdirSync('.')) {
    if (!own.has(name)) symlinkSync(join(process.cwd(), name), join(folder, name))
  }
  for (const name of ['build', 'server.ts']) cpSync(name, join(folder, name), { recursive: true })

  const renamed = new Map(readdirSync(ASSETS).flatMap(renameAsset))
  for (const name of readdirSync(ASSETS)) rmSync(join(folder, ASSETS, name))
  for (const [before, after] of renamed) {
    writeFileSync(join(folder, ASSETS, after), renameIn(readFileSync(join(ASSETS, before)), before))
  }
  const pages = 'build/server/index.js'
  writeFileSync(join(folder, pages), renameIn(readFileSync(pages), pages))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }

  function renameIn(content: Buffer, file: string): Buffer | string {
    if (file.endsWith('.woff2')) return content
    let text = content.toString()
    for (const [before, after] of renamed) text = text.replaceAll(before, after)
    return text
  }
}

/** Compressed copies are left out; the server then sends the file itself. */
function renameAsset(name: string): [string, string][] {
  const [, start, hash, end] = HASHED.exec(name) ?? []
  if (!start || !hash || !end) return []
  return [[name, `${start}${hash.slice(4)}${hash.slice(0, 4)}${end}`]]
}
