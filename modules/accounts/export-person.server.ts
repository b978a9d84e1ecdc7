import { exportEnquiries } from '#modules/enquiries/enquiries-of.server.ts'
import { exportOrders } from '#modules/privacy/export-orders.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

import type { SignedIn } from './sessions.server.ts'

/** All the data we keep about a person, for them to download (GDPR, articles 15 and 20). */
export async function exportPerson({ accountId, email }: SignedIn, locale: Locale) {
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'email', 'locale as language', 'termsVersion', 'createdAt', 'updatedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('accountSessions')
    .select(['createdAt', 'expiresAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute()
  const mails = await db
    .selectFrom('mails')
    .select(['kind', 'address', 'state', 'queuedAt', 'sentAt'])
    .where('visitor', 'is not', null)
    .where((mail) =>
      mail.or([
        mail('aboutAccountId', '=', accountId),
        mail(mail.fn('lower', ['address']), '=', email),
      ]),
    )
    .orderBy('queuedAt')
    .execute()
  const deeds = await exportDeeds({ accountId, email, locale })
  return { account: { ...account, sessions, mails }, ...deeds }
}

/** The same by address in lower case, with or without an account, for a request to the company. */
export async function exportByAddress(email: string, locale: Locale) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return exportDeeds({ email, locale })
  return exportPerson({ accountId: account.id, email, name: account.name }, locale)
}

type Person = { accountId?: string; email: string; locale: Locale }

/** A person's purchases and messages. */
async function exportDeeds({ accountId, email, locale }: Person) {
  return {
    orders: await exportOrders({ accountId, email, locale }),
    enquiries: await exportEnquiries(email),
  }
}
