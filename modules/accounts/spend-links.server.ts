import type { Tx } from '#platform/db.server.ts'

/**
 * Invalidates every link that was mailed about the account, for a new password or a new address.
 * Called at each change of the password or the address, since an earlier link may have been
 * requested by a person whom the owner has just shut out.
 */
export async function spendLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('accountTokens').where('value', '=', accountId).execute()
  await tx.deleteFrom('addressProofs').where('accountId', '=', accountId).execute()
}
