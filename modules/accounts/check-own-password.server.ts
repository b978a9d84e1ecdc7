import { db } from '#platform/db.server.ts'

import { isHashOf } from './hash-password.server.ts'
import { lengthOf, PASSWORD_MOST } from './passwords.ts'

/** Whether it is the account's password: asked again before anything that cannot be taken back. */
export async function isPasswordOf(accountId: string, password: string): Promise<boolean> {
  if (lengthOf(password) > PASSWORD_MOST) return false
  const row = await db
    .selectFrom('accountPasswords')
    .select('password as hash')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row?.hash) return false
  return isHashOf(row.hash, password)
}
