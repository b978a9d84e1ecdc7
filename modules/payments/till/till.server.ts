import { randomUUID } from 'node:crypto'

import { noteGiven } from '#modules/approvals/given.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { enterInLedger } from '#modules/payments/ledger.server.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { uuidFrom } from '#platform/ids.server.ts'
import { UUID } from '#platform/ids.ts'
import { cents, type Cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { expectedCash, type Cashier } from './till-entry.ts'

/*
 * The till of a member of staff, from its float to the count. It keeps a record for our books and is no
 * certified cash register. A session is locked after orders and payments, and before departures.
 */

export type TillRefusal =
  | { ok: false; reason: 'till-closed' }
  | { ok: false; reason: 'till-open-already' }
  | { ok: false; reason: 'amount-missing' }
  | { ok: false; reason: 'reason-missing' }
  | { ok: false; reason: 'till-still-open' }
  | ColleagueRefusal

type Done = { ok: true; sessionId: string }

/** The subject of an audit row. */
export function tillSubject(sessionId: string): string {
  return `till:${sessionId}`
}

type Opening = { by: Cashier; float: Cents; now: Temporal.Instant }

/** Opens the till of a member of staff, with the change that is in its drawer. */
export function openTill(opening: Opening): Promise<Done | TillRefusal> {
  return inTransaction(async (tx) => {
    const sessionId = await openSession(tx, opening)
    if (!sessionId) return { ok: false, reason: 'till-open-already' }
    const { by, float, now } = opening
    const subject = tillSubject(sessionId)
    await audit(tx, { by, subject, action: 'till-opened', after: { floatCents: float }, now })
    return { ok: true, sessionId }
  })
}

/** The same as part of a sale, which has an audit row of its own. Undefined if a till is open. */
export async function openSession(
  tx: Tx,
  { by, float, now }: Opening,
): Promise<string | undefined> {
  const sessionId = randomUUID()
  const row = await tx
    .insertInto('tillSessions')
    .values({ sessionId, staffId: by.staffId, openedAt: now, floatCents: float })
    .onConflict((open) => open.column('staffId').where('closedAt', 'is', null).doNothing())
    .returning('sessionId')
    .executeTakeFirst()
  return row?.sessionId
}

/** The open till of this member of staff; there is at most one. */
function findOpenTill(tx: Tx | Database, staffId: string) {
  return tx
    .selectFrom('tillSessions')
    .select(['sessionId', 'openedAt', 'floatCents'])
    .where('staffId', '=', staffId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}

/** The same for other pages than that of its seller. */
export function findOpenTillOf(staffId: string) {
  return findOpenTill(db, staffId)
}

/** The same with its entries, for the page of its seller. */
export async function findOwnTill(staffId: string) {
  const session = await findOpenTill(db, staffId)
  return session && { ...session, entries: await listEntries(db, session.sessionId) }
}

/** The same, kept open until the transaction ends, so that no entry follows the count. */
export function keepTillOpen(tx: Tx, staffId: string) {
  return tx
    .selectFrom('tillSessions')
    .select('sessionId')
    .where('staffId', '=', staffId)
    .where('closedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
}

type Move = {
  by: Cashier
  /** The key of the form, so that sending it again finds the entry. */
  once: string
  kind: 'paid-in' | 'paid-out'
  /** Always positive. */
  amount: Cents
  reason: string
  now: Temporal.Instant
}

/** Enters cash that is brought from the safe, or taken there. */
export function moveCash({
  by,
  once,
  kind,
  amount,
  reason,
  now,
}: Move): Promise<Done | TillRefusal> {
  return inTransaction(async (tx) => {
    if (amount <= 0) return { ok: false, reason: 'amount-missing' }
    if (reason === '') return { ok: false, reason: 'reason-missing' }
    const session = await keepTillOpen(tx, by.staffId)
    if (!session) return { ok: false, reason: 'till-closed' }
    const { sessionId } = session
    const amountCents = kind === 'paid-in' ? amount : 0 - amount
    const entryId = await enterCash(tx, { sessionId, once, kind, amountCents, reason, by, now })
    if (!entryId) return { ok: true, sessionId }
    const subject = tillSubject(sessionId)
    if (kind === 'paid-out') {
      const noted = await noteGiven(tx, { kind, subject, amountCents: amount, by, now })
      if (!noted.ok) return noted
    }
    const after = { amountCents }
    await audit(tx, { by, subject, action: kind, reason, after, now })
    return { ok: true, sessionId }
  })
}

type Count = { by: Cashier; counted: Cents; now: Temporal.Instant }

/**
 * Closes the till with the cash that was counted. The expected sum is computed only now, so the count
 * is blind; the difference is entered in the ledger.
 */
export function closeTill({ by, counted, now }: Count): Promise<Done | TillRefusal> {
  return inTransaction(async (tx) => {
    const session = await tx
      .selectFrom('tillSessions')
      .select(['sessionId', 'floatCents'])
      .where('staffId', '=', by.staffId)
      .where('closedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!session) return { ok: false, reason: 'till-closed' }
    const { sessionId, floatCents } = session
    const entries = await listEntries(tx, sessionId)
    const expected = expectedCash(floatCents, entries)
    const difference = counted - expected
    await tx
      .updateTable('tillSessions')
      .set({ closedAt: now, countedCents: counted, differenceCents: difference })
      .where('sessionId', '=', sessionId)
      .execute()
    await enterDifference(tx, {
      sessionId,
      eventId: `till-closed:${sessionId}`,
      difference,
      now,
    })
    await audit(tx, {
      by,
      subject: tillSubject(sessionId),
      action: 'till-closed',
      after: { countedCents: counted, expectedCents: expected, differenceCents: difference },
      now,
    })
    return { ok: true, sessionId }
  })
}

type Correction = {
  by: Cashier
  /** The key of the form, so that sending it again finds the entry. */
  once: string
  sessionId: string
  /** Cash that came in, or left if negative, and was not entered before the count. */
  amountCents: number
  reason: string
  now: Temporal.Instant
}

/**
 * Adds an entry to a closed session, where one was missing: it explains a part of the difference. A
 * member needs a colleague for an entry in their own till.
 */
export function correctTill(correction: Correction): Promise<Done | TillRefusal> {
  const { by, once, sessionId, amountCents, reason, now } = correction
  return inTransaction(async (tx) => {
    if (amountCents === 0) return { ok: false, reason: 'amount-missing' }
    if (reason === '') return { ok: false, reason: 'reason-missing' }
    const session = await tx
      .selectFrom('tillSessions')
      .select(['closedAt', 'staffId'])
      .where('sessionId', '=', sessionId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!session.closedAt) return { ok: false, reason: 'till-still-open' }
    const entryId = await enterCash(tx, {
      sessionId,
      once,
      kind: 'correction',
      amountCents,
      reason,
      by,
      now,
    })
    if (!entryId) return { ok: true, sessionId }
    const subject = tillSubject(sessionId)
    if (session.staffId === by.staffId) {
      const wanted = { kind: 'own-till', subject, amountCents: Math.abs(amountCents) } as const
      const noted = await noteGiven(tx, { ...wanted, by, now })
      if (!noted.ok) return noted
    }
    const eventId = `till-corrected:${entryId}`
    await enterDifference(tx, { sessionId, eventId, difference: 0 - amountCents, now })
    const after = { amountCents }
    await audit(tx, { by, subject, action: 'till-corrected', reason, after, now })
    return { ok: true, sessionId }
  })
}

type Difference = { sessionId: string; eventId: string; difference: number; now: Temporal.Instant }

/** More in the drawer than expected is a debit of the till, less is a credit. */
async function enterDifference(tx: Tx, { sessionId, eventId, difference, now }: Difference) {
  if (difference === 0) return
  const isMore = difference > 0
  await enterInLedger(tx, {
    eventId,
    payableId: sessionId,
    paymentId: null,
    now,
    debit: isMore ? 'till' : 'till-difference',
    credit: isMore ? 'till-difference' : 'till',
    amount: cents(Math.abs(difference)),
  })
}

type Cash = {
  sessionId: string
  once: string
  kind: 'paid-in' | 'paid-out' | 'correction'
  amountCents: number
  reason: string
  by: Cashier
  now: Temporal.Instant
}

/** Undefined if this form has entered it before: the response to that commit may have been lost. */
async function enterCash(tx: Tx, { once, by, now, ...entry }: Cash): Promise<string | undefined> {
  const entryId = uuidFrom(`till-entry:${by.staffId}:${once}`)
  const row = await tx
    .insertInto('tillEntries')
    .values({ ...entry, entryId, means: 'cash', enteredBy: by.staffId, enteredAt: now })
    .onConflict((known) => known.column('entryId').doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return row?.entryId
}

/** The entries of a session, in the order in which they were made. */
function listEntries(tx: Tx | Database, sessionId: string) {
  return tx
    .selectFrom('tillEntries')
    .select(['entryId', 'kind', 'means', 'amountCents', 'slip', 'reason'])
    .select(['merchantRef', 'enteredBy', 'enteredAt'])
    .where('sessionId', '=', sessionId)
    .orderBy('enteredAt')
    .orderBy('entryId')
    .execute()
}

/** A session with its entries; undefined if there is none of this id. */
export async function findSession(sessionId: string) {
  if (!UUID.test(sessionId)) return undefined
  const session = await db
    .selectFrom('tillSessions')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  if (!session) return undefined
  const entries = await listEntries(db, sessionId)
  return { ...session, entries, expectedCents: expectedCash(session.floatCents, entries) }
}
