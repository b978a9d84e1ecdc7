import { PROOF_HOURS, RESET_MINUTES } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { raiseAlert } from '#platform/alert.server.ts'
import { db } from '#platform/db.server.ts'
import { env, siteOrigin } from '#platform/env.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { log } from '#platform/log.server.ts'
import type { MailState } from '#platform/mail-state.ts'
import { sendMail } from '#platform/mail.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { makeResetToken } from './auth.server.ts'
import { findProof } from './confirm-address.server.ts'
import { accountMail, type AccountMailKind, type AccountMailData } from './mails/account-mail.ts'

type Owed = {
  kind: AccountMailKind
  address: string
  locale: Locale
  visitor: string
  proofId: string | null
}

/**
 * Sends a mail we owe, or finds that there is nothing to say. What opened something is forgotten
 * with it: the link is in the mail alone from then on.
 *
 * @throws while the mail server is in trouble, so that the job comes again
 */
export async function deliverAccountMail(mailId: string, now: Temporal.Instant): Promise<void> {
  const row = await db
    .selectFrom('accountMails')
    .selectAll()
    .where('mailId', '=', mailId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (!row) return // sent before, or erased in the meantime
  const told = await findNews(row, now)
  if (!told) return close(mailId, 'needless')

  const { news, locale, visitor } = told
  const content = accountMail({ news, locale, demonstration: env().MODE === 'demonstration' })
  const to = { mailId, to: row.address, language: locale, visitor }
  const outcome = await sendMail({ ...content, ...to, attachments: [], now })
  // Whoever mistypes an address hears on the page that a mail was sent, and that it may not come.
  if (!outcome.ok) log.warn({ mailId }, 'A mail about an account was refused')
  await close(mailId, outcome.ok ? 'sent' : 'refused', now)
}

type Told = { news: AccountMailData; locale: Locale; visitor: string }

/** What is true now: an account may have been made, or erased, since the mail was asked for. */
async function findNews(owed: Owed, now: Temporal.Instant): Promise<Told | undefined> {
  const { kind, address, locale, visitor, proofId } = owed
  const owner = await db
    .selectFrom('accounts')
    .select(['locale', 'visitor'])
    .where('email', '=', address.toLowerCase())
    .executeTakeFirst()
  switch (kind) {
    case 'sign-up':
    case 'new-email': {
      if (owner)
        return { news: { is: 'has-account', url: at(owner.locale, paths.logIn()) }, ...owner }
      const proof = await findProof(proofId ?? '', now)
      if (!proof) return undefined
      const url = at(locale, paths.confirm(`token=${proof.proofId}`))
      return { news: { is: kind, url, hours: PROOF_HOURS }, locale, visitor }
    }
    case 'forgot-password': {
      const token = owner && (await makeResetToken(address))
      if (!token) return undefined
      const url = at(locale, paths.resetPassword(`token=${token}`))
      return { news: { is: kind, url, minutes: RESET_MINUTES }, locale, visitor: owner.visitor }
    }
    case 'password-changed':
      return { news: { is: kind, url: at(locale, paths.forgotPassword()) }, locale, visitor }
    case 'email-changed':
    default:
      return { news: { is: kind }, locale, visitor }
  }
}

function at(locale: Locale, path: string): string {
  return siteOrigin() + localePath(locale, path)
}

async function close(
  mailId: string,
  state: Exclude<MailState, 'queued'>,
  sentAt: Temporal.Instant | null = null,
): Promise<void> {
  await db
    .updateTable('accountMails')
    .set({ state, sentAt, proofId: null })
    .where('mailId', '=', mailId)
    .where('state', '=', 'queued')
    .execute()
}

/** It could not be sent however often it was tried; whoever waits for it can ask for another. */
export async function parkAccountMail(mailId: string): Promise<void> {
  await close(mailId, 'parked')
  await inTransaction((tx) => raiseAlert(tx, 'mail-parked', { mailId }))
}
