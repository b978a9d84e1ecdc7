import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Keys = z.object({ key: z.string().min(16), secret: z.string().min(16) })

/**
 * Keys by which the sandbox bank and the site know each other where no setting names any: made once for
 * each installation, since a key that stands in the source opens the bank of everybody.
 */
export function ownBankKeys(dataFolder: string): z.infer<typeof Keys> {
  const file = join(dataFolder, 'bank-keys.json')
  try {
    return readKeys(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  // Written beside and then linked: of programs that start together the first decides, and none
  // reads half of it.
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
