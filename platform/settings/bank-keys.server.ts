import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Keys = z.object({ key: z.string().min(16), secret: z.string().min(16) })

/**
 * Keys that the sandbox bank and the site share if no setting names any. They are generated once
 * per installation, since a key in the source would open the bank of every installation.
 */
export function ownBankKeys(dataFolder: string): z.infer<typeof Keys> {
  const file = join(dataFolder, 'bank-keys.json')
  try {
    return readKeys(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  // Written to a draft and then linked: of programs that start together the first one wins, and
  // none reads half a file.
  const draft = `${file}.${process.pid}`
  const made = { key: newKey(), secret: newKey() }
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(draft, JSON.stringify(made), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKeys(file)
}

function readKeys(file: string): z.infer<typeof Keys> {
  return Keys.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function newKey(): string {
  return randomBytes(24).toString('base64url')
}
