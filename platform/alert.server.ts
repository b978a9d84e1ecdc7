import { randomUUID } from 'node:crypto'

import { now } from './clock.server.ts'
import type { Tx } from './db.server.ts'
import { env } from './env.server.ts'
import { promiseJob, type Job, type JobDone } from './jobs.server.ts'
import { log } from './log.server.ts'
import { sendMail } from './mail.server.ts'
import { alertsRaised } from './metrics.server.ts'

type Alert = { alert: string; facts: Record<string, string | number | null> }

const MAIL_ALERT: Job<Alert> = {
  name: 'mail-alert',
  tries: 20,
  firstPause: 30,
  longestPause: 3600,
}

/** Tells people that something needs them: one log line, one metric, one mail to the operator. */
export async function raiseAlert(tx: Tx, alert: string, facts: Alert['facts']): Promise<void> {
  log.error({ alert, ...facts }, 'Somebody must look at this')
  alertsRaised.inc({ alert })
  if (env().OPERATIONS_EMAIL) await promiseJob(tx, MAIL_ALERT, { alert, facts })
}

export const mailAlert: JobDone<Alert> = {
  job: MAIL_ALERT,
  async run({ alert, facts }) {
    const address = env().OPERATIONS_EMAIL
    if (!address) return
    const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
    const text = `${lines.join('\n')}\n\nWhat to do: docs/operations.md.\n`
    await sendMail({
      mailId: randomUUID(),
      to: address,
      language: 'en',
      subject: `Alert: ${alert}`,
      text,
      html: `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
      attachments: [],
      visitor: 'operations',
      now: now(),
    })
  },
}
