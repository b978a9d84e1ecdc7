import type { Letter, OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { EnquiryMailKind } from '#modules/mail/kinds.ts'
import * as paths from '#paths'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { env, siteOrigin } from '#platform/settings/env.server.ts'
import { manyLines } from '#platform/text/lines.ts'

import type { Fields } from './check-fields.ts'
import { acknowledgement } from './mails/acknowledgement.ts'
import { enquiryAnswer, enquiryReply } from './mails/answer.ts'
import { forwardedEnquiry } from './mails/forwarded-enquiry.ts'

/** The letters about enquiries. */
export const ENQUIRY_LETTERS: Record<EnquiryMailKind, WriteLetter> = {
  'forwarded-enquiry': writeForwarded,
  acknowledgement: writeAcknowledgement,
  'enquiry-answer': writeAnswer,
  'enquiry-reply': writeReply,
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

async function writeAnswer(mail: OwedMail): Promise<Letter> {
  const { reference, locale, visitor, threadId, state, demonstration } = await getEnquiry(mail)
  invariant(threadId, 'an answered enquiry has a thread')
  const threadUrl = siteOrigin() + localePath(locale, paths.enquiryThread(threadId))
  const body = await getBody(mail)
  const asks = state === 'waiting'
  const facts = { reference, locale, body, threadUrl, asks, demonstration }
  return { ...enquiryAnswer(facts), attachments: [], language: locale, visitor }
}

type Draft = { reference: string; locale: Locale; text: string }

/**
 * The mail that an answer would be, for both ends that it can have. Anybody with the link to the
 * thread writes as the traveller, so the preview has no link.
 */
export function previewAnswer({ reference, locale, text }: Draft) {
  const threadUrl = siteOrigin() + localePath(locale, paths.enquiryThread('…'))
  const body = maskCardNumbers(manyLines(text))
  const demonstration = env().MODE === 'demonstration'
  const facts = { reference, locale, body, threadUrl, demonstration }
  const { subject, text: settled } = enquiryAnswer({ ...facts, asks: false })
  return { subject, settled, asking: enquiryAnswer({ ...facts, asks: true }).text }
}

/** A reply to it goes to the sender of the enquiry, as with the enquiry itself. */
async function writeReply(mail: OwedMail): Promise<Letter> {
  const { reference, email, demonstration } = await getEnquiry(mail)
  const officeUrl = siteOrigin() + localePath(OFFICE_LOCALE, paths.officeEnquiry(reference))
  const body = await getBody(mail)
  return {
    ...enquiryReply({ reference, body, officeUrl, demonstration }),
    attachments: [],
    replyTo: email,
    language: OFFICE_LOCALE,
    visitor: 'company',
  }
}

async function getBody({ enquiryMessageId }: OwedMail): Promise<string> {
  invariant(enquiryMessageId, 'a mail about a message names it')
  const { body } = await db
    .selectFrom('enquiryMessages')
    .select('body')
    .where('messageId', '=', enquiryMessageId)
    .executeTakeFirstOrThrow()
  return body
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
