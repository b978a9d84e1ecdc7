import { randomUUID } from 'node:crypto'

import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { manyLines } from '#platform/text/lines.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import type { TextRefusal } from './answer.server.ts'
import { checkText } from './check-fields.ts'
import { dueOn, nextState } from './enquiry-state.ts'
import { MAX_LETTERS } from './forms.ts'

/** Replies that a thread takes before we have answered; the next one waits for our answer. */
export const MAX_REPLIES = 5

type Reply = { threadId: string; text: string; now: Temporal.Instant }

export type ReplyOutcome =
  | { ok: true }
  | { ok: false; reason: 'no-such-thread' }
  /** So many replies wait for our answer that more of them would not be read. */
  | { ok: false; reason: 'too-many-replies'; most: number }
  | TextRefusal

/**
 * Adds the writer's reply to a thread and puts the enquiry back among those to be done. Card numbers
 * are masked. The last reply sent again changes nothing.
 */
export function replyToAnswer({ threadId, text: typed, now }: Reply): Promise<ReplyOutcome> {
  if (!ACCESS_TOKEN.test(threadId)) return Promise.resolve({ ok: false, reason: 'no-such-thread' })
  return inTransaction(async (tx): Promise<ReplyOutcome> => {
    const enquiry = await lockThread(tx, threadId)
    if (!enquiry) return { ok: false, reason: 'no-such-thread' }
    const text = manyLines(typed)
    const problem = checkText(text, { least: 1, most: MAX_LETTERS })
    if (problem) return { ok: false, ...problem }
    const { enquiryId, waitsSince } = enquiry
    const body = maskCardNumbers(text)
    const waiting = await listWaitingReplies(tx, enquiryId)
    if (waiting.at(-1) === body) return { ok: true }
    if (waiting.length >= MAX_REPLIES) {
      return { ok: false, reason: 'too-many-replies', most: MAX_REPLIES }
    }
    const state = nextState(enquiry.state, 'replied') ?? enquiry.state
    const messageId = randomUUID()
    await tx
      .insertInto('enquiryMessages')
      .values({ messageId, enquiryId, kind: 'reply', body, writtenAt: now })
      .execute()
    await tx
      .updateTable('enquiries')
      .set({ state, waitsSince: waitsSince ?? now, dueOn: dueOn({ ...enquiry, state }) })
      .where('enquiryId', '=', enquiryId)
      .execute()
    const letter = { kind: 'enquiry-reply', address: null } as const
    await enqueueMail(tx, { ...letter, enquiryId, enquiryMessageId: messageId, now })
    const [before, after] = [{ state: enquiry.state }, { state }]
    const subject = `enquiry:${enquiryId}`
    await audit(tx, { by: TRAVELLER, subject, action: 'replied', before, after, now })
    return { ok: true }
  })
}

function lockThread(tx: Tx, threadId: string) {
  return tx
    .selectFrom('enquiries')
    .select(['enquiryId', 'state', 'topic', 'receivedAt', 'firstAnsweredAt', 'waitsSince'])
    .where('threadId', '=', threadId)
    .forUpdate()
    .executeTakeFirst()
}

/** The replies since our last answer, oldest first. */
async function listWaitingReplies(tx: Tx, enquiryId: string): Promise<string[]> {
  const messages = await tx
    .selectFrom('enquiryMessages')
    .select(['kind', 'body'])
    .where('enquiryId', '=', enquiryId)
    .where('kind', '<>', 'note')
    .orderBy('writtenAt')
    .execute()
  const lastAnswer = messages.findLastIndex(({ kind }) => kind === 'answer')
  return messages.slice(lastAnswer + 1).map(({ body }) => body)
}

/** A thread as its writer reads it. Notes are not part of it. */
export type Thread = NonNullable<Awaited<ReturnType<typeof findThread>>>

/** The thread that this link opens, with the answers and replies in order. */
export async function findThread(threadId: string) {
  if (!ACCESS_TOKEN.test(threadId)) return undefined
  const enquiry = await db
    .selectFrom('enquiries')
    .select(['enquiryId', 'reference', 'kind', 'topic', 'fields', 'state', 'receivedAt'])
    .where('threadId', '=', threadId)
    .executeTakeFirst()
  if (!enquiry) return undefined
  const { enquiryId, ...shown } = enquiry
  const messages = await db
    .selectFrom('enquiryMessages')
    .select(['kind', 'body', 'writtenAt'])
    .where('enquiryId', '=', enquiryId)
    .where('kind', '<>', 'note')
    .orderBy('writtenAt')
    .execute()
  return { ...shown, messages }
}
