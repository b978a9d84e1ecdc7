import { createHmac, randomBytes } from 'node:crypto'

import { isDatabaseAway } from './database-trouble.server.ts'
import { db } from './db.server.ts'
import { env } from './env.server.ts'

/** Until the database has told the key, so that nobody waits for it. */
const MAKESHIFT = randomBytes(32).toString('hex')
let known: string | undefined

/**
 * A short text in place of a long or telling one. Who lacks the key of this installation can neither
 * make it nor try out what it was made of; all processes make the same. One purpose says nothing
 * about another.
 */
export async function keyedHash(purpose: string, text: string): Promise<string> {
  const key = await findKey()
  return createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
}

/** Live mode is told one; a demonstration finds its own in the database. */
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
