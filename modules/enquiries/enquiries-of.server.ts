import { db, type Tx } from '#platform/db.server.ts'

/** What somebody with this address wrote to us in a form, the latest first. */
export function exportEnquiries(email: string) {
  return db
    .selectFrom('enquiries')
    .select(['reference', 'kind', 'topic', 'locale as language', 'fields', 'state'])
    .select(['receivedAt', 'answeredAt'])
    .where((one) => one.fn('lower', ['email']), '=', email)
    .orderBy('receivedAt', 'desc')
    .execute()
}

/** Erases it. Mails about it that are still to go find nothing to say. */
export async function eraseEnquiries(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('enquiries')
    .where((one) => one.fn('lower', ['email']), '=', email)
    .execute()
}
