import { db, type Tx } from '#platform/db.server.ts'

/** The enquiries from this address, latest first. */
export async function exportEnquiries(email: string) {
  const enquiries = await db
    .selectFrom('enquiries')
    .select(['enquiryId', 'reference', 'kind', 'topic', 'locale as language', 'fields', 'state'])
    .select(['receivedAt', 'answeredAt'])
    .where((one) => one.fn('lower', ['email']), '=', email)
    .orderBy('receivedAt', 'desc')
    .execute()
  return Promise.all(
    enquiries.map(async ({ enquiryId, ...enquiry }) => {
      const messages = await listMessages(enquiryId)
      return { ...enquiry, messages, mails: await listMails(enquiryId) }
    }),
  )
}

/** The thread, with our notes, which are data about its writer too; without names of staff. */
function listMessages(enquiryId: string) {
  return db
    .selectFrom('enquiryMessages')
    .select(['kind', 'body', 'writtenAt'])
    .where('enquiryId', '=', enquiryId)
    .orderBy('writtenAt')
    .execute()
}

/** The mails to the sender, without those to the company. */
function listMails(enquiryId: string) {
  return db
    .selectFrom('mails')
    .select(['kind', 'address', 'state', 'queuedAt', 'sentAt'])
    .where('enquiryId', '=', enquiryId)
    .where('address', 'is not', null)
    .execute()
}

type Older = { email: string; until: Temporal.Instant }

/** Erases the enquiries that came from this address until then, with their mails. */
export async function eraseEnquiries(tx: Tx, { email, until }: Older): Promise<void> {
  await tx
    .deleteFrom('enquiries')
    .where((one) => one.fn('lower', ['email']), '=', email)
    .where('receivedAt', '<=', until)
    .execute()
}

export async function hasEnquiries({ email, until }: Older): Promise<boolean> {
  const one = await db
    .selectFrom('enquiries')
    .select('enquiryId')
    .where((enquiry) => enquiry.fn('lower', ['email']), '=', email)
    .where('receivedAt', '<=', until)
    .executeTakeFirst()
  return one !== undefined
}
