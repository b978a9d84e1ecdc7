import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { forgetTimetable, raiseEdition } from '#modules/timetable/editions.server.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { LOCALES } from '#platform/locale.ts'
import { afterCommit, inTransaction } from '#platform/transaction.server.ts'

import {
  checkContent,
  checkPublishing,
  type ContentRefusal,
  type NoticeContent,
  type NoticeState,
  type PublishRefusal,
} from './notice.ts'
import { readWords } from './words.server.ts'

export const MAX_NOTICES_LISTED = 100

/** `seen`: the number of audit entries about the notice when the page was shown. */
type Act = { noticeId: string; seen: number | undefined; by: Actor; now: Temporal.Instant }

export type NoticeRefusal =
  | { ok: false; reason: 'no-such-notice' }
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }
  /** A published notice is taken down before it is changed. */
  | { ok: false; reason: 'not-in-this-state'; state: NoticeState }

export type SaveOutcome =
  | { ok: true; noticeId: string }
  | ContentRefusal
  | PublishRefusal
  | NoticeRefusal
export type NoticeOutcome = { ok: true } | NoticeRefusal

type Saving = {
  content: NoticeContent
  /** Whether it is published at once, as it is written. */
  publishes?: boolean
  by: Actor
  now: Temporal.Instant
}

/** Writes a new notice: a draft, or at once published. */
export async function addNotice(saving: Saving): Promise<SaveOutcome> {
  const { content, by, now } = saving
  const answer = checkSaving(saving)
  if (!answer.ok) return answer
  const noticeId = randomUUID()
  return inTransaction(async (tx) => {
    const made = { madeBy: actorText(by), madeAt: now }
    const { state } = savedAs(saving)
    await tx
      .insertInto('notices')
      .values({ noticeId, ...columnsOf(content), state, ...made })
      .execute()
    await writeWords(tx, noticeId, content.words)
    await auditSaving(tx, noticeId, saving)
    if (saving.publishes) await renewPages(tx)
    return { ok: true, noticeId } as const
  })
}

/** Changes a draft, or makes a draft of a notice that was taken down; or publishes it as changed. */
export async function saveNotice(act: Act & Saving): Promise<SaveOutcome> {
  const { noticeId, content } = act
  const answer = checkSaving(act)
  if (!answer.ok) return answer
  return onNotice(act, async (tx, before): Promise<SaveOutcome> => {
    if (before.state === 'published') {
      return { ok: false, reason: 'not-in-this-state', state: before.state }
    }
    const { state } = savedAs(act)
    await tx
      .updateTable('notices')
      .set({ ...columnsOf(content), state })
      .where('noticeId', '=', noticeId)
      .execute()
    await writeWords(tx, noticeId, content.words)
    await auditSaving(tx, noticeId, act, before)
    if (act.publishes) await renewPages(tx)
    return { ok: true, noticeId }
  })
}

function checkSaving({ content, publishes, now }: Saving) {
  const answer = checkContent(content)
  return answer.ok && publishes ? checkPublishing(content, now) : answer
}

function savedAs({ publishes }: Saving) {
  return publishes
    ? ({ state: 'published', action: 'published' } as const)
    : ({ state: 'draft', action: 'saved' } as const)
}

async function auditSaving(tx: Tx, noticeId: string, saving: Saving, before?: Notice) {
  const { content, by, now } = saving
  const { state, action } = savedAs(saving)
  const [subject, after] = [`notice:${noticeId}`, { ...content, state }]
  await audit(tx, { by, subject, action, ...(before && { before }), after, now })
}

/** Here at once, and by the other processes within a second. */
async function renewPages(tx: Tx): Promise<void> {
  await raiseEdition(tx)
  afterCommit(forgetTimetable)
}

/** Takes a notice off the public pages, with one press. */
export async function takeDownNotice(act: Act): Promise<NoticeOutcome> {
  const { noticeId, by, now } = act
  return onNotice(act, async (tx, notice): Promise<NoticeOutcome> => {
    if (notice.state !== 'published') {
      return { ok: false, reason: 'not-in-this-state', state: notice.state }
    }
    const [before, after] = [{ state: notice.state }, { state: 'taken-down' }] as const
    await tx.updateTable('notices').set(after).where('noticeId', '=', noticeId).execute()
    const subject = `notice:${noticeId}`
    await audit(tx, { by, subject, action: 'taken-down', before, after, now })
    await renewPages(tx)
    return { ok: true }
  })
}

export type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>

async function onNotice<Outcome>(
  { noticeId, seen }: Act,
  run: (tx: Tx, notice: Notice) => Promise<Outcome>,
): Promise<Outcome | NoticeRefusal> {
  return inTransaction(async (tx): Promise<Outcome | NoticeRefusal> => {
    if (UUID.test(noticeId)) {
      await tx
        .selectFrom('notices')
        .select('noticeId')
        .where('noticeId', '=', noticeId)
        .forUpdate()
        .execute()
    }
    const notice = await findNotice(noticeId, tx)
    if (!notice) return { ok: false, reason: 'no-such-notice' }
    const entries = await findNewerEntries(tx, `notice:${noticeId}`, seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
    return run(tx, notice)
  })
}

export async function findNotice(noticeId: string, tx: Tx | Database = db) {
  if (!UUID.test(noticeId)) return undefined
  const notice = await tx
    .selectFrom('notices')
    .select(['noticeId', 'place', 'routeId', 'stopId', 'tone', 'state'])
    .select(['fromAt as from', 'untilAt as until'])
    .where('noticeId', '=', noticeId)
    .executeTakeFirst()
  if (!notice) return undefined
  const words = await readWords(tx, [noticeId])
  return { ...notice, words: words(noticeId) }
}

/** The notices of the company, newest first. */
export async function listNotices() {
  const notices = await db
    .selectFrom('notices')
    .select(['noticeId', 'place', 'routeId', 'stopId', 'tone', 'state', 'madeBy'])
    .select(['fromAt as from', 'untilAt as until'])
    .orderBy('madeAt', 'desc')
    .orderBy('noticeId', 'desc')
    .limit(MAX_NOTICES_LISTED)
    .execute()
  const words = await readWords(
    db,
    notices.map(({ noticeId }) => noticeId),
  )
  return notices.map((notice) => ({ ...notice, words: words(notice.noticeId) }))
}

function columnsOf({ place, routeId, stopId, tone, from, until }: NoticeContent) {
  return {
    place,
    routeId: place === 'route' ? routeId : null,
    stopId: place === 'stop' ? stopId : null,
    tone,
    fromAt: from,
    untilAt: until,
  }
}

async function writeWords(tx: Tx, noticeId: string, words: NoticeContent['words']): Promise<void> {
  await tx.deleteFrom('noticeWords').where('noticeId', '=', noticeId).execute()
  const rows = LOCALES.flatMap((locale) => {
    const body = words[locale]
    return body ? [{ noticeId, locale, body }] : []
  })
  await tx.insertInto('noticeWords').values(rows).execute()
}

/**
 * Deletes notices that were over, taken down or never published before `limit`. Their audit stays.
 *
 * @returns the number of those deleted
 */
export async function deleteOldNotices(
  tx: Tx,
  { limit, most }: { limit: Temporal.Instant; most: number },
): Promise<number> {
  const at = sql`${limit.toString()}::timestamptz`
  const { rows } = await sql`
    delete from notices where notice_id in (
      select notice_id from notices
      where made_at < ${at} and coalesce(until_at, from_at) < ${at}
        and (until_at is not null or state <> 'published')
      limit ${most} for update skip locked)
    returning notice_id`.execute(tx)
  return rows.length
}
