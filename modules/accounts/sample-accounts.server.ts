import { db } from '#platform/db.server.ts'
import { listMailbox, readMailboxMessage } from '#platform/mailbox.server.ts'

import { confirmAddress } from './confirm-address.server.ts'
import { deliverAccountMail } from './deliver-account-mail.server.ts'
import { signUp } from './sign-up.server.ts'

/* People with accounts, and the mails they get, for tests. */

export const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')
export const PASSWORD = 'seven green buses'

type Person = { email: string; name?: string; password?: string; visitor?: string }

/** Signs up, opens the link of the mail, and is logged in. */
export async function addAccount(person: Person): Promise<{ accountId: string; cookie: string }> {
  const { email, password = PASSWORD, visitor = email } = person
  await askForAccount(person)
  const proofId = tokenIn(await readNewest(visitor))
  const confirmed = await confirmAddress({ proofId, password, cookie: '', visitor, now: NOON })
  if (!confirmed.ok) throw new Error(`${email} could not confirm: ${confirmed.reason}`)
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirstOrThrow()
  return { accountId: account.id, cookie: cookieFrom(confirmed.setCookies) }
}

export async function askForAccount(person: Person): Promise<void> {
  const { email, name = 'Anna Example', password = PASSWORD, visitor = email } = person
  const fields = { name, email, password, termsAccepted: true }
  const outcome = await signUp({ fields, locale: 'en', visitor, now: NOON })
  if (!outcome.ok) throw new Error(`${email} could not sign up`)
  await sendOwedMails()
}

/** What a browser sends back after these answers. */
export function cookieFrom(setCookies: readonly string[]): string {
  return setCookies.map((one) => one.split(';')[0]).join('; ')
}

let sent = 0

/** What the job does, at once; each mail a moment later than the one before. */
export async function sendOwedMails(now = NOON): Promise<void> {
  const owed = await db
    .selectFrom('accountMails')
    .select('mailId')
    .where('state', '=', 'queued')
    .orderBy('queuedAt')
    .execute()
  for (const { mailId } of owed) {
    await deliverAccountMail(mailId, now.add({ milliseconds: (sent += 1) }))
  }
}

type Read = { subject: string; to: string; text: string; html: string }

/** The mails in the mailbox of this visitor, the newest first. */
export async function readAll(visitor: string): Promise<Read[]> {
  const entries = await listMailbox({ visitor })
  const mails = await Promise.all(
    entries.map(({ messageId }) => readMailboxMessage({ visitor }, messageId)),
  )
  return mails.filter((mail) => mail !== undefined)
}

export async function readNewest(visitor: string): Promise<Read> {
  const [newest] = await readAll(visitor)
  if (!newest) throw new Error(`no mail has come to ${visitor}`)
  return newest
}

/** What the link in a mail carries. */
export function tokenIn({ text }: Read): string {
  return /\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

export function request(cookie: string): Request {
  return new Request('http://localhost:3000/account', { headers: { cookie } })
}
