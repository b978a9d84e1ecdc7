import { db } from '#platform/db.server.ts'

/** Everything that people wrote in forms, the oldest first. */
export async function listEnquiries() {
  return db.selectFrom('enquiries').selectAll().orderBy('receivedAt').execute()
}

export async function forgetEnquiries(): Promise<void> {
  await db.deleteFrom('enquiries').execute()
}
