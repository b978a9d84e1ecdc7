import { randomUUID } from 'node:crypto'

import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

/** A message of the company to those who travel with a departure. */
export type DepartureMessage = {
  messageId: string
  departureId: string
  /** To those who board at this stop; to all if null. */
  position: number | null
  /** In every language. */
  words: Record<Locale, string>
  writtenAt: Temporal.Instant
}

type NewMessage = Pick<DepartureMessage, 'departureId' | 'position' | 'words'> & {
  by: Actor
  now: Temporal.Instant
}

/** Adds a message; the departure is locked. */
export async function writeMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { departureId, position, words, by, now } = message
  await tx
    .insertInto('departureMessages')
    .values({
      messageId: randomUUID(),
      departureId,
      position,
      words: JSON.stringify(words),
      writtenBy: actorText(by),
      writtenAt: now,
    })
    .execute()
}

export async function findMessage(messageId: string): Promise<DepartureMessage | undefined> {
  const row = await selectMessages().where('messageId', '=', messageId).executeTakeFirst()
  return row && toMessage(row)
}

/** Messages written since a moment, oldest first. */
export async function listMessagesSince(since: Temporal.Instant): Promise<DepartureMessage[]> {
  const rows = await selectMessages().where('writtenAt', '>', since).orderBy('writtenAt').execute()
  return rows.map(toMessage)
}

function selectMessages() {
  return db
    .selectFrom('departureMessages')
    .select(['messageId', 'departureId', 'position', 'words', 'writtenAt'])
}

function toMessage<Row extends { words: unknown }>({ words, ...row }: Row) {
  return { ...row, words: words as DepartureMessage['words'] }
}
