import { operator } from '#operator'
import { raiseAlert } from '#platform/alert.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'
import { log } from '#platform/log.server.ts'
import { sendMail } from '#platform/mail.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import type { Fields } from './check-fields.ts'
import { acknowledgement } from './mails/acknowledgement.ts'
import { forwardedEnquiry } from './mails/forwarded-enquiry.ts'

type EnquiryMail = { enquiryId: string; mailId: string; to: 'company' | 'writer' }

/** Two mails of each enquiry: what was written, to the company; and that it came, to the writer. */
export const SEND_ENQUIRY: Job<EnquiryMail> = {
  name: 'send-enquiry',
  tries: 30,
  firstPause: 20,
  longestPause: 3600,
}

/**
 * Sends one of the two mails, unless it has been sent. Whoever answers the company's copy answers
 * the writer.
 *
 * @throws while the mail server is in trouble, so that the job comes again
 */
export async function sendEnquiry(
  { enquiryId, mailId, to }: EnquiryMail,
  now: Temporal.Instant,
): Promise<void> {
  const row = await db
    .selectFrom('enquiries')
    .selectAll()
    .where('enquiryId', '=', enquiryId)
    .executeTakeFirst()
  if (!row) return // erased in the meantime
  const isSent = to === 'company' ? row.forwardedAt : row.acknowledgedAt
  if (isSent) return

  const { locale, email, visitor } = row
  const demonstration = env().MODE === 'demonstration'
  const enquiry = {
    ...row,
    fields: row.fields as Fields,
    demonstration,
  }
  const outcome = await sendMail(
    to === 'company'
      ? {
          ...forwardedEnquiry(enquiry),
          attachments: [],
          mailId,
          to: operator.email,
          replyTo: email,
          language: OFFICE_LOCALE,
          visitor: 'company',
          now,
        }
      : {
          ...acknowledgement(enquiry),
          attachments: [],
          mailId,
          to: email,
          language: locale,
          visitor,
          now,
        },
  )
  await inTransaction(async (tx) => {
    if (outcome.ok || to === 'writer') {
      const sent = to === 'company' ? { forwardedAt: now } : { acknowledgedAt: now }
      await tx.updateTable('enquiries').set(sent).where('enquiryId', '=', enquiryId).execute()
    }
    if (outcome.ok) return
    // A writer who mistypes an address has no mail, yet the page showed the reference.
    if (to === 'writer') log.warn({ enquiryId }, 'An acknowledgement was refused')
    else await raiseAlert(tx, 'enquiry-not-forwarded', { enquiryId })
  })
}

/** It is stored, so nothing is lost; but somebody has to look at it there. */
export async function parkEnquiry({ enquiryId, to }: EnquiryMail): Promise<void> {
  if (to === 'writer') return
  await inTransaction((tx) => raiseAlert(tx, 'enquiry-not-forwarded', { enquiryId }))
}
