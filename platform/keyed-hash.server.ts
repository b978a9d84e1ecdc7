import { createHmac, randomBytes } from 'node:crypto'

import { isDatabaseAway } from './connection/database-trouble.server.ts'
import { db } from './db.server.ts'
import { env } from './settings/env.server.ts'

/** Used until the database has given us the key, so that no request waits for it. */
const MAKESHIFT = randomBytes(32).toString('hex')
let known: string | undefined

/**
 * A short text in place of a long or revealing one. Without the key of this installation it can be
 * neither made nor guessed at; all processes make the same. Hashes for different purposes cannot be
 * linked.
 */
export async function keyedHash(purpose: string, text: string): Promise<string> {
  const key = await findKey()
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
}

/** In live mode the key is a setting; a demonstration has its own in the database. */
async function findKey(): Promise<string> {
  known ??= env().SESSION_SECRET
  if (known) return known
  try {
    const { key } = await db.selectFrom('installationKeys').select('key').executeTakeFirstOrThrow()
    return (known = key)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return MAKESHIFT
  }
}
