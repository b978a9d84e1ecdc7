import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'

import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import type { Tx } from '#platform/db.server.ts'
import { newReference } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import type { Fields } from './check-fields.ts'
import { dueOn } from './enquiry-state.ts'
import { isTopic, type EnquiryKind } from './forms.ts'
import type { Suspicion } from './suspicion.ts'

/** Minutes within which the same text counts as one enquiry: the button was pressed twice. */
const REPEAT_MINUTES = 60

export type SentEnquiry = {
  kind: EnquiryKind
  /** Already checked: see check-fields.ts. */
  fields: Fields
  suspicions: readonly Suspicion[]
  locale: Locale
  visitor: string
  now: Temporal.Instant
}

/**
 * Stores an enquiry and enqueues two mails, one with it to the company and an acknowledgement to
 * the writer, in one transaction. A repeated one is stored once, and gets the same reference.
 */
export function receiveEnquiry(sent: SentEnquiry): Promise<{ reference: string }> {
  const { kind } = sent
  const fields = maskFields(sent.fields)
  const digest = digestOf(kind, sent.fields)
  return inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${digest}, 7))`.execute(tx)
    const earlier = await findRepeat(tx, digest, sent.now)
    return earlier ?? (await keep(tx, { ...sent, fields }, digest))
  })
}

function maskFields(fields: Fields): Fields {
  const masked = Object.entries(fields).map(([name, value]) => [name, maskCardNumbers(value)])
  return Object.fromEntries(masked) as Fields
}

function digestOf(kind: EnquiryKind, fields: Fields): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, fields]))
    .digest('hex')
}

function findRepeat(tx: Tx, digest: string, now: Temporal.Instant) {
  return tx
    .selectFrom('enquiries')
    .select('reference')
    .where('digest', '=', digest)
    .where('receivedAt', '>', now.subtract({ minutes: REPEAT_MINUTES }))
    .executeTakeFirst()
}

async function keep(tx: Tx, sent: SentEnquiry, digest: string): Promise<{ reference: string }> {
  const { kind, fields, suspicions, locale, visitor, now } = sent
  const { email = '', topic = '' } = fields
  const enquiryId = randomUUID()
  const reference = newReference()
  await tx
    .insertInto('enquiries')
    .values({
      enquiryId,
      reference,
      kind,
      topic: isTopic(topic) ? topic : null,
      locale,
      email,
      fields: JSON.stringify(fields),
      suspicions: [...suspicions],
      digest,
      visitor,
      receivedAt: now,
      waitsSince: now,
      dueOn: dueOn({ topic, receivedAt: now, firstAnsweredAt: null, state: 'new' }),
    })
    .execute()
  await enqueueMail(tx, { enquiryId, kind: 'forwarded-enquiry', address: null, now })
  await enqueueMail(tx, { enquiryId, kind: 'acknowledgement', address: email, now })
  return { reference }
}
