import { isHashOf } from '#modules/accounts/hash-password.server.ts'
import { checkPassword, lengthOf, type PasswordRefusal } from '#modules/accounts/passwords.ts'
import { MAX_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import { MIN_STAFF_PASSWORD_LENGTH } from '#modules/staff/people/limits.ts'
import { db, type Tx } from '#platform/db.server.ts'

/** The rules of travellers' passwords, and a longer minimum. */
export function checkStaffPassword(
  password: string,
  owner: { name: string; email: string },
): PasswordRefusal | undefined {
  const length = lengthOf(password)
  if (length > 0 && length < MIN_STAFF_PASSWORD_LENGTH) {
    return { ok: false, reason: 'password-too-short', least: MIN_STAFF_PASSWORD_LENGTH }
  }
  return checkPassword(password, owner)
}

export async function setPassword(
  tx: Tx,
  { staffId, hash, now }: { staffId: string; hash: string; now: Temporal.Instant },
): Promise<void> {
  const values = { passwordHash: hash, changedAt: now }
  await tx
    .insertInto('staffPasswords')
    .values({ staffId, ...values })
    .onConflict((former) => former.column('staffId').doUpdateSet(values))
    .execute()
}

/** Whether it is the member's password; asked again before it is replaced. */
export async function isPasswordOf(staffId: string, password: string): Promise<boolean> {
  if (lengthOf(password) > MAX_PASSWORD_LENGTH) return false
  const row = await db
    .selectFrom('staffPasswords')
    .select('passwordHash')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  return row ? isHashOf(row.passwordHash, password) : false
}
