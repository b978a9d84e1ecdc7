import { sql } from 'kysely'
import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'

import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { log } from '#platform/log.server.ts'
import { openBytes, sealBytes, type Sealing } from '#platform/sealed.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction, inTransactionOn } from '#platform/transaction.server.ts'

import type { TicketKey } from './read-ticket-code.ts'

/*
 * The keys that sign codes. A key signs for a year, and its codes count for another one, longer than
 * any ticket is sold ahead: so two are good at any time. The next one is made a month before it
 * signs, so that phones carry its public half by then.
 */

const SIGNS_DAYS = 365
const GOOD_DAYS = 2 * SIGNS_DAYS
const MADE_DAYS_AHEAD = 30
/** How long a process signs with the key that it knows. */
const KEPT_MILLISECONDS = 5 * 60_000
const HOURS = 24

export const KEEP_TICKET_KEYS: Job<object> = {
  name: 'keep-ticket-keys',
  tries: 5,
  firstPause: 60,
  longestPause: 3600,
}

/** Signs messages with the private half of a key (Ed25519). */
export type Signer = { keyId: number; sign: (message: Uint8Array) => Uint8Array }

type KeyRow = Awaited<ReturnType<typeof listRows>>[number]
type Known = { signers: (Signer & Pick<KeyRow, 'signsFrom' | 'goodUntil'>)[]; readAt: number }

let known: Known | undefined

/**
 * The signer of this moment. Read once in five minutes by each process, on the given connection, since
 * a sale that waited for a second one could wait for ever. Undefined without a usable key, in which
 * case codes are not signed: no sale fails for want of a signature.
 */
export async function findSigner(tx: Tx | Database, now: Temporal.Instant) {
  if (!known || performance.now() - known.readAt > KEPT_MILLISECONDS) {
    const [rows, sealing] = [await listRows(tx), await findSealing(tx)]
    known = { signers: rows.flatMap((row) => openSigner(row, sealing)), readAt: performance.now() }
  }
  return known.signers.find(
    ({ signsFrom, goodUntil }) => !isBefore(now, signsFrom) && isBefore(now, goodUntil),
  )
}

/** The public halves of the keys whose codes count, the newest first. */
export async function listTicketKeys(now: Temporal.Instant): Promise<TicketKey[]> {
  const rows = await listRows(db)
  return rows
    .filter(({ goodUntil }) => isBefore(now, goodUntil))
    .map(({ keyId, publicKey, signsFrom, goodUntil }) => ({
      keyId,
      publicKey,
      signsFrom: signsFrom.epochMilliseconds,
      goodUntil: goodUntil.epochMilliseconds,
    }))
}

/**
 * Makes the first key, or the next one if the newest will soon have signed for a year, or one at once
 * if none can be opened, as after a change of the secret. Programs that start together make one.
 */
export async function keepTicketKeys(
  now: Temporal.Instant,
  database: Database = db,
): Promise<void> {
  await inTransactionOn(database, async (tx) => {
    await lockKeys(tx)
    const sealing = await findSealing(tx)
    const newest = (await listRows(tx)).find((row) => openSigner(row, sealing).length > 0)
    const next = newest?.signsFrom.add({ hours: SIGNS_DAYS * HOURS })
    if (next && isBefore(now, next.subtract({ hours: MADE_DAYS_AHEAD * HOURS }))) return
    await makeKey(tx, sealing, next && isBefore(now, next) ? next : now)
  })
}

type Decision = { by: Actor; reason: string; now: Temporal.Instant }

/** Makes a key that signs from now on. Codes that older keys have signed stay good. */
export async function renewTicketKey({ by, reason, now }: Decision): Promise<void> {
  await inTransaction(async (tx) => {
    await lockKeys(tx)
    const keyId = await makeKey(tx, await findSealing(tx), now)
    await audit(tx, {
      by,
      reason,
      subject: `ticket-key:${keyId}`,
      action: 'ticket-key-renewed',
      now,
    })
  })
}

/**
 * Retires a key whose private half may be known to others: from now on its signature proves nothing,
 * and its tickets are good only as far as they are listed. Another one is made if none is left to
 * sign.
 */
export async function retireTicketKey(
  keyId: number,
  { by, reason, now }: Decision,
): Promise<{ ok: true } | { ok: false; reason: 'no-such-key' }> {
  return inTransaction(async (tx) => {
    await lockKeys(tx)
    const { numUpdatedRows } = await tx
      .updateTable('ticketKeys')
      .set({ retiredAt: now })
      .where('keyId', '=', keyId)
      .where('retiredAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { ok: false, reason: 'no-such-key' } as const
    known = undefined
    if (!(await findSigner(tx, now))) await makeKey(tx, await findSealing(tx), now)
    await audit(tx, {
      by,
      reason,
      subject: `ticket-key:${keyId}`,
      action: 'ticket-key-retired',
      now,
    })
    return { ok: true } as const
  })
}

/** All keys that were not retired, the one that signs last first. */
function listRows(database: Tx | Database) {
  return database
    .selectFrom('ticketKeys')
    .select(['keyId', 'publicKey', 'sealedKey', 'signsFrom', 'goodUntil'])
    .where('retiredAt', 'is', null)
    .orderBy('signsFrom', 'desc')
    .orderBy('keyId', 'desc')
    .execute()
}

/** One program at a time makes a key; tickets are signed meanwhile. */
async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table ticket_keys in share row exclusive mode`.execute(tx)
}

async function makeKey(tx: Tx, sealing: Sealing, signsFrom: Temporal.Instant): Promise<number> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const { last } = await tx
    .selectFrom('ticketKeys')
    .select((row) => row.fn.max('keyId').as('last'))
    .executeTakeFirstOrThrow()
  const keyId = (last ?? 0) + 1
  const sealedKey = sealBytes(sealing, Buffer.from(d, 'base64url'))
  const goodUntil = signsFrom.add({ hours: GOOD_DAYS * HOURS })
  const key = { keyId, publicKey: x, sealedKey, signsFrom, goodUntil }
  await tx.insertInto('ticketKeys').values(key).execute()
  known = undefined
  return keyId
}

function openSigner({ sealedKey, publicKey, ...row }: KeyRow, sealing: Sealing) {
  const opened = openBytes(sealing, sealedKey)
  if (!opened) {
    log.warn({ keyId: row.keyId }, 'This key of tickets was sealed with another secret')
    return []
  }
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: opened.toString('base64url'), x: publicKey }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return [{ ...row, sign: (message: Uint8Array) => signWith(key, message) }]
}

function signWith(key: KeyObject, message: Uint8Array): Uint8Array {
  return sign(null, message, key)
}

/** Live mode seals with the secret of its settings; a demonstration has one in the database. */
async function findSealing(database: Tx | Database): Promise<Sealing> {
  const secret = env().SESSION_SECRET ?? (await findOwnSecret(database))
  const key = createHmac('sha256', secret).update('ticket keys').digest()
  return { key, purpose: 'ticket-key' }
}

async function findOwnSecret(database: Tx | Database): Promise<string> {
  const { key } = await database
    .selectFrom('installationKeys')
    .select('key')
    .executeTakeFirstOrThrow()
  return key
}
