import { db } from '#platform/db.server.ts'

import type { EnquiryKind, Topic } from './forms.ts'

/** What the page says to who has just sent a form. It names nobody, so a guessed one tells nothing. */
export type EnquiryReceipt = {
  reference: string
  kind: EnquiryKind
  topic: Topic | null
  receivedAt: Temporal.Instant
}

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** The enquiry under this reference, or nothing. */
export async function findEnquiryReceipt(reference: string): Promise<EnquiryReceipt | undefined> {
  if (!REFERENCE.test(reference)) return undefined
  return db
    .selectFrom('enquiries')
    .select(['reference', 'kind', 'topic', 'receivedAt'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}
