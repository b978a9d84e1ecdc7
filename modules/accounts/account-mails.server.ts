import { randomUUID } from 'node:crypto'

import { MAX_ACCOUNT_MAILS_A_DAY } from '#modules/rules/kept.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob, type Job } from '#platform/jobs.server.ts'
import type { Locale } from '#platform/locale.ts'

import type { AccountMailKind } from './mails/account-mail.ts'

/** Writes one mail about an account and sends it; the row says which, and to whom. */
export const SEND_ACCOUNT_MAIL: Job<{ mailId: string }> = {
  name: 'send-account-mail',
  tries: 30,
  firstPause: 20,
  longestPause: 3600,
}

/** Anybody can ask for these with anybody's address. */
const ASKED_FOR: readonly AccountMailKind[] = ['sign-up', 'new-email', 'forgot-password']

type OwedMail = {
  kind: AccountMailKind
  address: string
  locale: Locale
  /** In whose mailbox it lies in a demonstration, unless it turns out to be about an account. */
  visitor: string
  /** What its link opens. */
  proofId?: string
  now: Temporal.Instant
}

/**
 * Owes a mail from now on. Whether an account has the address is looked at when it is sent, and not
 * here: asking takes the same time and writes the same rows, whoever is asked about.
 */
export async function enqueueAccountMail(tx: Tx, mail: OwedMail): Promise<void> {
  const { kind, address, locale, visitor, proofId = null, now } = mail
  const isAskedFor = ASKED_FOR.includes(kind)
  if (isAskedFor && (await hadEnough(tx, address, now))) return
  const mailId = randomUUID()
  await tx
    .insertInto('accountMails')
    .values({ mailId, kind, address, locale, visitor, proofId, state: 'queued', queuedAt: now })
    .execute()
  await enqueueJob(tx, SEND_ACCOUNT_MAIL, { mailId })
}

async function hadEnough(tx: Tx, address: string, now: Temporal.Instant): Promise<boolean> {
  const { count } = await tx
    .selectFrom('accountMails')
    .select((mail) => mail.fn.countAll<number>().as('count'))
    .where((mail) => mail.fn('lower', ['address']), '=', address.toLowerCase())
    .where('queuedAt', '>', now.subtract({ hours: 24 }))
    .where('kind', 'in', ASKED_FOR)
    .executeTakeFirstOrThrow()
  return count >= MAX_ACCOUNT_MAILS_A_DAY
}
