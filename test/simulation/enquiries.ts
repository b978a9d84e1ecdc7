import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

/** All submitted enquiries, oldest first. */
export async function listEnquiries() {
  return db.selectFrom('enquiries').selectAll().orderBy('receivedAt').execute()
}

export async function forgetEnquiries(): Promise<void> {
  await db.deleteFrom('enquiries').execute()
}

/** While this runs, no enquiry can be saved, through our own fault. */
export async function whileNoneCanBeKept<Value>(during: () => Promise<Value>): Promise<Value> {
  await asOwner((owner) => sql`alter table enquiries rename to gone`.execute(owner))
  return during().finally(() =>
    asOwner((owner) => sql`alter table gone rename to enquiries`.execute(owner)),
  )
}
