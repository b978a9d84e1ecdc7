import { randomUUID } from 'node:crypto'

import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { mailOperations } from '#platform/watch/alert.server.ts'

import { describeDifference, type Difference } from './compare-with-provider.server.ts'
import type { SettlementState } from './settlement-state.ts'

/** Mails the settlement report of a day to the operations staff. */
export const MAIL_SETTLEMENT: Job<{ day: string; mailId: string }> = {
  name: 'mail-settlement',
  tries: 20,
  firstPause: 30,
  longestPause: 3600,
}

export function enqueueSettlementMail(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  return enqueueJob(tx, MAIL_SETTLEMENT, { day: day.toString(), mailId: randomUUID() })
}

export async function mailSettlement(
  { day, mailId }: { day: string; mailId: string },
  now: Temporal.Instant,
): Promise<void> {
  const reports = await listSettlement(Temporal.PlainDate.from(day))
  const states = new Set(reports.map(({ state }) => state))
  const worst = (['no-answer', 'differs'] as const).find((state) => states.has(state)) ?? 'agrees'
  const subject = `Settlement of ${day}: ${SUBJECTS[worst]}`
  await mailOperations({
    mailId,
    subject,
    text: `${describeSettlement(reports).join('\n')}\n`,
    now,
  })
}

const SUBJECTS: Record<SettlementState, string> = {
  agrees: 'ledger and providers agree',
  differs: 'ledger and providers differ',
  'no-answer': 'a provider did not answer',
}

export type Settlement = Awaited<ReturnType<typeof listSettlement>>[number]

/** The settlement of a day, for each provider; empty if the day has not been compared yet. */
export async function listSettlement(day: Temporal.PlainDate) {
  const rows = await db
    .selectFrom('settlementReports')
    .selectAll()
    .where('day', '=', day)
    .orderBy('provider')
    .execute()
  return rows.map(({ differences, ...row }) => ({
    ...row,
    differences: differences as unknown as Difference[],
  }))
}

/** The same as text for people, line by line. */
export function describeSettlement(reports: readonly Settlement[]): string[] {
  return reports.flatMap((report) => {
    const { day, provider, state, compared, differences } = report
    const { capturedCents, refundedCents, takenBackCents, feesCents } = report
    return [
      `${day.toString()} at ${provider}`,
      `  captured    ${euros(capturedCents)}`,
      `  refunded    ${euros(refundedCents)}`,
      `  taken back  ${euros(takenBackCents)}  (disputes)`,
      `  fees kept   ${euros(feesCents)}`,
      `  ${CONCLUSIONS[state](compared)}`,
      ...differences.map((difference) => `  ${describeDifference(difference)}`),
    ]
  })
}

const CONCLUSIONS: Record<Settlement['state'], (compared: number) => string> = {
  agrees: (compared) =>
    `${compared} payments were compared with the provider, to the cent. All agree.`,
  differs: (compared) =>
    `${compared} payments were compared with the provider. These differ, in cents:`,
  'no-answer': (compared) =>
    `${compared} payments were due to be compared, but the provider did not answer for all of them. The result is not known yet.`,
}

function euros(amount: number): string {
  return formatEuros(cents(amount), OFFICE_LOCALE).padStart(10)
}
