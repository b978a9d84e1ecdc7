import type { Letter, OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { EnquiryMailKind } from '#modules/mail/kinds.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { invariant } from '#platform/invariant.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'

import type { Fields } from './check-fields.ts'
import { acknowledgement } from './mails/acknowledgement.ts'
import { forwardedEnquiry } from './mails/forwarded-enquiry.ts'

/** The letters about enquiries. */
export const ENQUIRY_LETTERS: Record<EnquiryMailKind, WriteLetter> = {
  'forwarded-enquiry': writeForwarded,
  acknowledgement: writeAcknowledgement,
}

/** A reply to it goes to the sender of the enquiry. */
async function writeForwarded(mail: OwedMail): Promise<Letter> {
  const enquiry = await getEnquiry(mail)
  return {
    ...forwardedEnquiry(enquiry),
    attachments: [],
    replyTo: enquiry.email,
    language: OFFICE_LOCALE,
    visitor: 'company',
  }
}

async function writeAcknowledgement(mail: OwedMail): Promise<Letter> {
  const enquiry = await getEnquiry(mail)
  const { locale, visitor } = enquiry
  return { ...acknowledgement(enquiry), attachments: [], language: locale, visitor }
}

/** An erased enquiry took its mails along, so this one exists. */
async function getEnquiry({ enquiryId }: OwedMail) {
  invariant(enquiryId, 'a mail about an enquiry names it')
  const row = await db
    .selectFrom('enquiries')
    .selectAll()
    .where('enquiryId', '=', enquiryId)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    kind: row.kind,
    locale: row.locale,
    fields: row.fields as Fields,
    demonstration: env().MODE === 'demonstration',
  }
}
