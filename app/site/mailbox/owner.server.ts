import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { listMailIds } from '#modules/orders/order/enqueue-mail.server.ts'
import { now } from '#platform/clock.server.ts'
import { env } from '#platform/env.server.ts'
import type { MailboxOwner } from '#platform/mailbox.server.ts'
import { readVisitor, visitorKey } from '#platform/session.server.ts'

/**
 * Whose mailbox a request opens. A log-out gives the browser another key, so who is logged in finds
 * the mails of the account as well, here as on any other device. Outside of a demonstration there
 * is none.
 */
export async function mailboxOwner(request: Request): Promise<MailboxOwner | undefined> {
  if (env().MODE !== 'demonstration') return undefined
  const secret = readVisitor(request)
  const visitor = secret && visitorKey(secret)
  const account = await findSignedIn(request, now())
  if (!account) return { visitor }
  const mailIds = await listMailIds(account.accountId)
  return { visitor, address: account.email, mailIds }
}
