import type { Tx } from '#platform/db.server.ts'

/**
 * Every link that was mailed about the account opens nothing any more: those that set a new password
 * and those that prove a new address. Called with a new password and with a new address, however
 * they came about, since whoever asked for a link before may be whom the owner has just shut out.
 */
export async function spendLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('accountTokens').where('value', '=', accountId).execute()
  await tx.deleteFrom('addressProofs').where('accountId', '=', accountId).execute()
}
