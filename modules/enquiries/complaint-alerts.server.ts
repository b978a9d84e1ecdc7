import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { isOverdue, TO_DO } from './enquiry-state.ts'
import { dueSoon } from './inbox.server.ts'

/** Watches the dates by which the law requires answers to complaints. */
export const WATCH_COMPLAINTS: Job<object> = {
  name: 'watch-complaints',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

const KINDS = ['complaint-due', 'complaint-overdue'] as const

/**
 * Raises an alert for each complaint whose legal date is near, and another one when it has passed;
 * each once, also if a person has marked it as seen. An alert about a complaint that no longer
 * waits, or was erased, ends.
 */
export async function watchComplaints(now: Temporal.Instant): Promise<void> {
  const due = await listDue(now)
  await eachAlone(due, (complaint) => inTransaction((tx) => watch(tx, complaint, now)))
  const over = await listAlertsWithout(due.map(({ enquiryId }) => enquiryId))
  await eachAlone(over, (enquiryId) =>
    inTransaction((tx) => endComplaintAlerts(tx, { enquiryId, now })),
  )
}

/** Ends the alerts about a complaint: it has an answer, or needs none. */
export function endComplaintAlerts(
  tx: Tx,
  { enquiryId, now }: { enquiryId: string; now: Temporal.Instant },
): Promise<void> {
  return endAlerts(tx, { kinds: KINDS, subject: subjectOf(enquiryId), now })
}

function subjectOf(enquiryId: string): string {
  return `enquiry:${enquiryId}`
}

function listDue(now: Temporal.Instant) {
  return db
    .selectFrom('enquiries')
    .select(['enquiryId', 'reference', 'dueOn'])
    .where('state', 'in', TO_DO)
    .where('dueOn', '<=', dueSoon(now))
    .execute()
}

type Due = Awaited<ReturnType<typeof listDue>>[number]

/** Under the lock of the enquiry, so that an answer given meanwhile raises nothing. */
async function watch(tx: Tx, { enquiryId, reference, dueOn }: Due, now: Temporal.Instant) {
  const still = await tx
    .selectFrom('enquiries')
    .select('dueOn')
    .where('enquiryId', '=', enquiryId)
    .where('state', 'in', TO_DO)
    .forUpdate()
    .executeTakeFirst()
  if (!dueOn || !still?.dueOn?.equals(dueOn)) return
  const kind = isOverdue(dueOn, now) ? 'complaint-overdue' : 'complaint-due'
  const subject = subjectOf(enquiryId)
  const raised = await tx
    .selectFrom('alerts')
    .select('alertId')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('overAt', 'is', null)
    .executeTakeFirst()
  if (raised) return
  await endAlerts(tx, { kinds: KINDS, subject, now })
  await raiseAlert(tx, kind, { enquiryId, reference, by: dueOn.toString() })
}

/** The complaints with an open alert that are not among these. */
async function listAlertsWithout(enquiryIds: readonly string[]): Promise<string[]> {
  const alerts = await db
    .selectFrom('alerts')
    .select('subject')
    .distinct()
    .where('kind', 'in', KINDS)
    .where('overAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .execute()
  const subjects = new Set(enquiryIds.map(subjectOf))
  return alerts.flatMap(({ subject }) => {
    return subject && !subjects.has(subject) ? [subject.replace(/^enquiry:/, '')] : []
  })
}
