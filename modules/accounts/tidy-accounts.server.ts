import { tidyAccountMails } from '#modules/mail/forget-mails.server.ts'
import { SESSION_IDLE_DAYS } from '#modules/rules/kept.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** Removes unconfirmed sign-ups, and expired sessions and links. */
export const TIDY_ACCOUNTS: Job<object> = {
  name: 'tidy-accounts',
  tries: 3,
  firstPause: 60,
  longestPause: 600,
}

export function tidyAccounts(now: Temporal.Instant): Promise<void> {
  return inTransaction(async (tx) => {
    await tx.deleteFrom('addressProofs').where('expiresAt', '<=', now).execute()
    const idleSince = now.subtract({ hours: 24 * SESSION_IDLE_DAYS })
    await tx
      .deleteFrom('accountSessions')
      .where((session) =>
        session.or([session('expiresAt', '<=', now), session('updatedAt', '<=', idleSince)]),
      )
      .execute()
    await tx.deleteFrom('accountTokens').where('expiresAt', '<=', now).execute()
    await tidyAccountMails(tx, now)
  })
}
