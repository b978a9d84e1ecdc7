import { COMPLAINT_MONTHS_KEPT, ENQUIRY_MONTHS_KEPT } from '#modules/rules/kept.ts'
import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inCyprus } from '#platform/time.ts'

/** Erases enquiries after their retention period, as the privacy page promises. */
export const TIDY_ENQUIRIES: Job<object> = {
  name: 'tidy-enquiries',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

export async function tidyEnquiries(now: Temporal.Instant): Promise<void> {
  const monthsAgo = (months: number) => inCyprus(now).subtract({ months }).toInstant()
  await db
    .deleteFrom('enquiries')
    .where((enquiry) =>
      enquiry.or([
        enquiry('receivedAt', '<', monthsAgo(COMPLAINT_MONTHS_KEPT)),
        enquiry.and([
          enquiry('receivedAt', '<', monthsAgo(ENQUIRY_MONTHS_KEPT)),
          enquiry('topic', 'is distinct from', 'complaint'),
        ]),
      ]),
    )
    .execute()
}
