import { randomUUID } from 'node:crypto'

import { enqueueMail } from '#modules/mail/outbox.server.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { manyLines } from '#platform/text/lines.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { checkText } from './check-fields.ts'
import { endComplaintAlerts } from './complaint-alerts.server.ts'
import { dueOn, nextState, type EnquiryEvent, type EnquiryState } from './enquiry-state.ts'
import { MAX_LETTERS } from './forms.ts'

/** The letters of a reason for closing an enquiry without an answer. */
const REASON = { least: 5, most: 300 }

type Act = { reference: string; by: Actor; now: Temporal.Instant }
/** `seen`: the number of audit entries about the enquiry when the page was shown. */
export type Seeing = Act & { seen: number | undefined }

export type TextRefusal =
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'too-short'; least: number }
  | { ok: false; reason: 'too-long'; most: number; typed: number }

export type EnquiryOutcome =
  | { ok: true }
  | { ok: false; reason: 'no-such-enquiry' }
  /** The thread has gone on since the page was shown: somebody answered, or the writer replied. */
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }
  | { ok: false; reason: 'not-in-this-state'; state: EnquiryState }
  /** Nothing was bought under the reference that was typed. */
  | { ok: false; reason: 'no-such-booking' }
  | TextRefusal

type Answer = Seeing & {
  text: string
  /** Whether the matter is settled with it; otherwise we wait for the writer. */
  settles: boolean
}

/** The problem of a text as an answer; undefined if it can be sent. */
export function checkAnswer(text: string): TextRefusal | undefined {
  const problem = checkText(text, { least: 1, most: MAX_LETTERS })
  return problem && { ok: false, ...problem }
}

/**
 * Answers the writer by mail, with a link to the page where they can reply. Card numbers are masked.
 * An answer to a thread that has gone on meanwhile is not sent.
 */
export function sendAnswer(answer: Answer): Promise<EnquiryOutcome> {
  const { text, settles, by, now } = answer
  const problem = checkAnswer(text)
  if (problem) return Promise.resolve(problem)
  return onEnquiry(answer, async (tx, enquiry) => {
    const event = settles ? 'answered' : 'asked'
    const state = nextState(enquiry.state, event)
    if (!state) return { ok: false, reason: 'not-in-this-state', state: enquiry.state }
    const { enquiryId, email } = enquiry
    const messageId = await addMessage(tx, { enquiryId, kind: 'answer', body: text, by, now })
    const firstAnsweredAt = enquiry.firstAnsweredAt ?? now
    await tx
      .updateTable('enquiries')
      .set({
        state,
        firstAnsweredAt,
        dueOn: dueOn({ ...enquiry, firstAnsweredAt, state }),
        waitsSince: null,
        answeredAt: settles ? now : null,
        assignedTo: enquiry.assignedTo ?? actorText(by),
        threadId: enquiry.threadId ?? newAccessToken(),
      })
      .where('enquiryId', '=', enquiryId)
      .execute()
    await endComplaintAlerts(tx, { enquiryId, now })
    const letter = { kind: 'enquiry-answer', address: email } as const
    await enqueueMail(tx, { ...letter, enquiryId, enquiryMessageId: messageId, now })
    await auditEvent(tx, { enquiry, event, state, by, now })
    return { ok: true }
  })
}

/** Takes an enquiry on, also from a colleague. */
export function takeEnquiry(act: Seeing): Promise<EnquiryOutcome> {
  return moveOn(act, 'taken', { assignedTo: actorText(act.by) })
}

/** Ends an enquiry that needs no answer. The reason is kept as a note, and erased with the enquiry. */
export function closeEnquiry(act: Seeing & { why: string }): Promise<EnquiryOutcome> {
  const problem = checkText(act.why, REASON)
  if (problem) return Promise.resolve({ ok: false, ...problem })
  return moveOn(act, 'closed', { waitsSince: null }, act.why)
}

/** Puts an enquiry that had an end back among those to be done. */
export function reopenEnquiry(act: Seeing): Promise<EnquiryOutcome> {
  return moveOn(act, 'reopened', { waitsSince: act.now, answeredAt: null })
}

/** Adds a note for colleagues. The writer never sees it, but it is part of their data. */
export function addNote(act: Act & { text: string }): Promise<EnquiryOutcome> {
  const { text, by, now } = act
  const problem = checkText(text, { least: 1, most: MAX_LETTERS })
  if (problem) return Promise.resolve({ ok: false, ...problem })
  return onEnquiry(act, async (tx, { enquiryId }) => {
    await addMessage(tx, { enquiryId, kind: 'note', body: text, by, now })
    await audit(tx, { by, subject: `enquiry:${enquiryId}`, action: 'note', now })
    return { ok: true }
  })
}

type Changed = Partial<{
  assignedTo: string
  waitsSince: Temporal.Instant | null
  answeredAt: Temporal.Instant | null
}>

function moveOn(act: Seeing, event: EnquiryEvent, changed: Changed, note?: string) {
  return onEnquiry(act, async (tx, enquiry) => {
    const { by, now } = act
    const state = nextState(enquiry.state, event)
    if (!state) return { ok: false, reason: 'not-in-this-state', state: enquiry.state }
    await tx
      .updateTable('enquiries')
      .set({ ...changed, state, dueOn: dueOn({ ...enquiry, state }) })
      .where('enquiryId', '=', enquiry.enquiryId)
      .execute()
    const { enquiryId } = enquiry
    if (event === 'closed') await endComplaintAlerts(tx, { enquiryId, now })
    if (note) await addMessage(tx, { enquiryId, kind: 'note', body: note, by, now })
    await auditEvent(tx, { enquiry, event, state, by, now })
    return { ok: true }
  })
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockEnquiry>>>

/** Runs an act under the lock of its enquiry, unless the thread has gone on since it was shown. */
export function onEnquiry(
  { reference, ...act }: Act & { seen?: number | undefined },
  run: (tx: Tx, enquiry: Locked) => Promise<EnquiryOutcome>,
): Promise<EnquiryOutcome> {
  return inTransaction(async (tx): Promise<EnquiryOutcome> => {
    const enquiry = await lockEnquiry(tx, reference)
    if (!enquiry) return { ok: false, reason: 'no-such-enquiry' }
    const entries = await findNewerEntries(tx, `enquiry:${enquiry.enquiryId}`, act.seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
    return run(tx, enquiry)
  })
}

function lockEnquiry(tx: Tx, reference: string) {
  return tx
    .selectFrom('enquiries')
    .select(['enquiryId', 'state', 'topic', 'email', 'receivedAt', 'firstAnsweredAt'])
    .select(['assignedTo', 'threadId'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

type NewMessage = {
  enquiryId: string
  kind: 'answer' | 'note'
  body: string
  by: Actor
  now: Temporal.Instant
}

async function addMessage(tx: Tx, { by, now, body, ...message }: NewMessage): Promise<string> {
  const messageId = randomUUID()
  await tx
    .insertInto('enquiryMessages')
    .values({
      ...message,
      messageId,
      body: maskCardNumbers(manyLines(body)),
      writtenBy: actorText(by),
      writtenAt: now,
    })
    .execute()
  return messageId
}

type AuditedEvent = {
  enquiry: Locked
  event: EnquiryEvent
  state: EnquiryState
  by: Actor
  now: Temporal.Instant
}

/** The audit outlives the enquiry, so it names states and no words of anybody. */
async function auditEvent(tx: Tx, event: AuditedEvent): Promise<void> {
  const { enquiry, event: action, state, by, now } = event
  await audit(tx, {
    by,
    subject: `enquiry:${enquiry.enquiryId}`,
    action,
    before: { state: enquiry.state },
    after: { state },
    now,
  })
}
