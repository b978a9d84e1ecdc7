import { randomUUID } from 'node:crypto'

import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { maskCardNumbers } from '#platform/card-numbers.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { MAX_NOTE_LENGTH } from './limits.ts'
import { lockOrder } from './rows.server.ts'

/* Notes of staff on an order, in their own words. The person concerned may read them (GDPR). */

export type NoteOutcome =
  | { ok: true; noteId: string }
  | { ok: false; reason: 'note-missing' }
  | { ok: false; reason: 'note-too-long'; most: number }

type NewNote = { orderId: string; text: string; by: Actor; now: Temporal.Instant }

/**
 * Adds a note to an order. Card numbers in it become unreadable. The audit names the note without
 * its text: a note can be erased, and the audit cannot.
 */
export async function writeNote({ orderId, text, by, now }: NewNote): Promise<NoteOutcome> {
  const written = maskCardNumbers(text.trim())
  if (written === '') return { ok: false, reason: 'note-missing' }
  if (written.length > MAX_NOTE_LENGTH) {
    return { ok: false, reason: 'note-too-long', most: MAX_NOTE_LENGTH }
  }
  const noteId = randomUUID()
  await inTransaction(async (tx) => {
    await lockOrder(tx, orderId)
    const note = { noteId, orderId, text: written, author: actorText(by), writtenAt: now }
    await tx.insertInto('orderNotes').values(note).execute()
    await audit(tx, { by, subject: `order:${orderId}`, action: 'note', after: { noteId }, now })
  })
  return { ok: true, noteId }
}

export type OrderNote = {
  noteId: string
  text: string
  /** As in the audit. */
  author: string
  writtenAt: Temporal.Instant
}

/** The notes of an order, the latest first. */
export function listNotes(orderId: string): Promise<OrderNote[]> {
  return db
    .selectFrom('orderNotes')
    .select(['noteId', 'text', 'author', 'writtenAt'])
    .where('orderId', '=', orderId)
    .orderBy('writtenAt', 'desc')
    .execute()
}

/** Removes the notes of some orders: together with the orders, or as part of an erasure. */
export async function removeNotes(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('orderNotes').where('orderId', 'in', orderIds).execute()
}
