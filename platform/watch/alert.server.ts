import { randomUUID } from 'node:crypto'

import { now } from '#platform/clock.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job, type JobDone } from '#platform/jobs/jobs.server.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import { log } from '#platform/log.server.ts'
import { sendMail } from '#platform/mail/mail.server.ts'
import { alertsRaised } from '#platform/metrics/metrics.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { afterCommit } from '#platform/transaction.server.ts'

import { subjectOf, type AlertFacts, type AlertKind } from './alert-kinds.ts'

type Alert = { alert: AlertKind; facts: AlertFacts }

const MAIL_ALERT: Job<Alert> = {
  name: 'mail-alert',
  tries: 20,
  firstPause: 30,
  longestPause: 3600,
}

/** Raises an alert for staff: one row for the office, one log line, one metric, one mail. */
export async function raiseAlert(tx: Tx, alert: AlertKind, facts: AlertFacts): Promise<void> {
  await tx
    .insertInto('alerts')
    .values({
      alertId: randomUUID(),
      kind: alert,
      subject: subjectOf(facts),
      facts: JSON.stringify(facts),
      raisedAt: now(),
    })
    .execute()
  log.error({ alert, ...facts }, 'Needs attention')
  afterCommit(() => alertsRaised.inc({ alert }))
  if (env().OPERATIONS_EMAIL) await enqueueJob(tx, MAIL_ALERT, { alert, facts })
}

export const mailAlert: JobDone<Alert> = {
  job: MAIL_ALERT,
  async run({ alert, facts }) {
    const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
    const text = `${lines.join('\n')}\n\nWhat to do: docs/operations.md.\n`
    await mailOperations({ mailId: randomUUID(), subject: `Alert: ${alert}`, text, now: now() })
  },
}

type Told = { mailId: string; subject: string; text: string; now: Temporal.Instant }

/** Sends a mail to OPERATIONS_EMAIL; does nothing if that is not set. */
export async function mailOperations({ text, ...mail }: Told): Promise<void> {
  const { OPERATIONS_EMAIL: to } = env()
  if (!to) return
  await sendMail({
    ...mail,
    to,
    language: OFFICE_LOCALE,
    text,
    html: `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
    attachments: [],
    visitor: 'operations',
  })
}
