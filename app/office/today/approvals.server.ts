import { timeInSentence } from '#app/components/office/short-moment.server.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Press } from '#app/office/act.server.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import {
  decideApproval,
  findApproval,
  listOpenApprovals,
} from '#modules/approvals/approvals.server.ts'
import { listGiven } from '#modules/approvals/given.server.ts'
import { confirmUndo } from '#modules/boarding/counts/undo-walk-up.server.ts'
import { listReferences } from '#modules/orders/reads/list-references.server.ts'
import { sumSlips } from '#modules/payments/till/list-tills.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import * as paths from '#paths'
import { cents, formatEuros } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { ApprovalView, GivenRow } from './view.ts'

/** Confirms the request of a colleague, or refuses it. Undefined if it was done, otherwise the reason. */
export async function decide(
  { form, by, now }: Press,
  isConfirmed: boolean,
): Promise<FormProblem | undefined> {
  const { refusals } = translation().messages.office.today.approvals
  const approvalId = textIn(form, 'approval')
  const isUndoing = isConfirmed && (await findApproval(approvalId))?.kind === 'undone-aboard'
  const outcome = isUndoing
    ? await confirmUndo({ approvalId, by, now })
    : await decideApproval({ approvalId, isConfirmed, by, now })
  return outcome.ok ? undefined : { fieldId: 'approvals', sentence: refusals[outcome.reason] }
}

/** The requests that wait for a second member. Nobody decides an own one. */
export async function showApprovals(
  staffId: string,
  now: Temporal.Instant,
): Promise<ApprovalView[]> {
  const { locale } = translation()
  const open = await listOpenApprovals(now)
  const names = await listStaffNames(open.map(({ askedBy }) => askedBy))
  const references = await listReferences(open.map(({ subject }) => idOf(subject)))
  return open.map(({ approvalId, kind, subject, amountCents, reason, askedBy, askedAt }) => ({
    approvalId,
    kind,
    amount: formatEuros(cents(amountCents), locale),
    who: names.get(askedBy) ?? askedBy,
    reason: kind === 'undone-aboard' ? sayDoubt(reason) : reason,
    since: timeInSentence(askedAt, now),
    isOwn: askedBy === staffId,
    ...pageOf(subject, references),
  }))
}

/** Why a driver may not undo a sale alone, which the server has written as a word. */
function sayDoubt(reason: string | null): string | null {
  const { whyDoubtful } = translation().messages.office.today.approvals
  return reason && (whyDoubtful[reason as keyof typeof whyDoubtful] ?? reason)
}

/** Where the subject is seen: the booking, the bus of a free sale, or the till. */
function pageOf(subject: string, references: ReadonlyMap<string, string>) {
  const { approvals } = translation().messages.office.today
  const id = idOf(subject)
  const reference = references.get(id)
  if (reference) return { about: reference, to: paths.officeBooking(reference) }
  if (subject.startsWith('departure:')) {
    return { about: approvals.departure, to: paths.officeDeparture(id) }
  }
  return { about: approvals.till, to: paths.officeTillSession(id) }
}

function idOf(subject: string): string {
  return subject.slice(subject.indexOf(':') + 1)
}

/** The sums of today by member and kind, and after them what was sold by slips of the terminal. */
export async function showGiven(now: Temporal.Instant): Promise<GivenRow[]> {
  const { locale } = translation()
  const day = dateInCyprus(now)
  const slips = (await sumSlips(day)).map((sum) => {
    return { ...sum, kind: 'on-terminal' as const, confirmedCents: 0 }
  })
  const sums = [...(await listGiven(day)), ...slips]
  const names = await listStaffNames(sums.map(({ staffId }) => staffId))
  const euros = (amount: number) => formatEuros(cents(amount), locale)
  return sums.map(({ staffId, kind, times, amountCents, confirmedCents }) => ({
    key: `${staffId} ${kind}`,
    who: names.get(staffId) ?? staffId,
    kind,
    times: String(times),
    amount: euros(amountCents),
    confirmed: confirmedCents > 0 ? euros(confirmedCents) : '–',
  }))
}
