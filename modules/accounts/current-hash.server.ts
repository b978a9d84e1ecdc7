import { db, type Tx } from '#platform/db.server.ts'

/** The hash of the password before it is checked. An unknown address takes the same query. */
export async function findHash(email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('accountPasswords', 'accountPasswords.accountId', 'accounts.id')
    .select('password')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.password ?? undefined
}

/**
 * Whether no other password was set while this one was checked. A new password ends only the
 * sessions that it finds. One set after this finds the new session, since it waits for the row.
 */
export async function isHashStill(
  tx: Tx,
  accountId: string,
  hash: string | undefined,
): Promise<boolean> {
  const row = await tx
    .selectFrom('accountPasswords')
    .select('password')
    .where('accountId', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return hash !== undefined && row?.password === hash
}
