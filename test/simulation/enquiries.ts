import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

/** Everything that people wrote in forms, the oldest first. */
export async function listEnquiries() {
  return db.selectFrom('enquiries').selectAll().orderBy('receivedAt').execute()
}

export async function forgetEnquiries(): Promise<void> {
  await db.deleteFrom('enquiries').execute()
}

/** For so long no enquiry can be kept, and it is our fault. */
export async function whileNoneCanBeKept<Value>(during: () => Promise<Value>): Promise<Value> {
  await asOwner((owner) => sql`alter table enquiries rename to gone`.execute(owner))
  return during().finally(() =>
    asOwner((owner) => sql`alter table gone rename to enquiries`.execute(owner)),
  )
}
