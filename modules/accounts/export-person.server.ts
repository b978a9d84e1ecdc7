import { exportEnquiries } from '#modules/enquiries/enquiries-of.server.ts'
import { exportOrders } from '#modules/privacy/export-orders.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

import type { SignedIn } from './sessions.server.ts'

/** All that we keep of a person, to take along (GDPR, articles 15 and 20). */
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
    .where((mail) => mail.fn('lower', ['address']), '=', email)
    .orderBy('queuedAt')
    .execute()
  const deeds = await exportDeeds({ accountId, email, locale })
  return { account: { ...account, sessions, mails }, ...deeds }
}

/** Of whoever asks the company, by their address in small letters, with an account or without. */
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

/** All that a person bought and wrote. */
async function exportDeeds({ accountId, email, locale }: Person) {
  return {
    orders: await exportOrders({ accountId, email, locale }),
    enquiries: await exportEnquiries(email),
  }
}
