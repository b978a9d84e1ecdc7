import { db } from '#platform/db.server.ts'

import type { EnquiryKind, Topic } from './forms.ts'

/**
 * The confirmation of an enquiry that was just sent. It has no names, so a guessed reference
 * reveals nothing.
 */
export type EnquiryReceipt = {
  reference: string
  kind: EnquiryKind
  topic: Topic | null
  receivedAt: Temporal.Instant
}

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** The enquiry under this reference, if there is one. */
export async function findEnquiryReceipt(reference: string): Promise<EnquiryReceipt | undefined> {
  if (!REFERENCE.test(reference)) return undefined
  return db
    .selectFrom('enquiries')
    .select(['reference', 'kind', 'topic', 'receivedAt'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}
