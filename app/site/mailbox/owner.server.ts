import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { listMailIds } from '#modules/orders/reads/list-mail-ids.server.ts'
import { now } from '#platform/clock.server.ts'
import type { MailboxOwner } from '#platform/mail/mailbox.server.ts'
import { readVisitorKey } from '#platform/requests/session.server.ts'
import { env } from '#platform/settings/env.server.ts'

/**
 * The owner of the mailbox that a request opens. A logout gives the browser a new key, so visitors
 * who are logged in also see the emails of their account, on any device. Undefined outside a
 * demonstration.
 */
export async function mailboxOwner(request: Request): Promise<MailboxOwner | undefined> {
  if (env().MODE !== 'demonstration') return undefined
  const visitor = readVisitorKey(request)
  const account = await findSignedIn(request, now())
  if (!account) return { visitor }
  const mailIds = await listMailIds(account.accountId)
  return { visitor, address: account.email, mailIds }
}
