import { createHmac } from 'node:crypto'

import { db } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'

let own: string | undefined

/**
 * A key of this installation for one purpose, as 64 hexadecimal digits. Live mode takes it from the
 * environment, a demonstration from the database. It differs from all keys of the travellers' side.
 */
export async function officeKey(purpose: 'cookies' | 'seals' | 'digests'): Promise<string> {
  const key = env().SESSION_SECRET ?? (own ??= await findOwnKey())
  return createHmac('sha256', key).update(`office ${purpose}`).digest('hex')
}

async function findOwnKey(): Promise<string> {
  const { key } = await db.selectFrom('staffKeys').select('key').executeTakeFirstOrThrow()
  return key
}
