import { MAX_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import { db } from '#platform/db.server.ts'

import { isHashOf } from './hash-password.server.ts'
import { lengthOf } from './passwords.ts'

/** Whether it is the account's password; asked again before any act that cannot be undone. */
export async function isPasswordOf(accountId: string, password: string): Promise<boolean> {
  if (lengthOf(password) > MAX_PASSWORD_LENGTH) return false
  const row = await db
    .selectFrom('accountPasswords')
    .select('password as hash')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!row?.hash) return false
  return isHashOf(row.hash, password)
}
