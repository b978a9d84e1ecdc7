import { createHmac, randomInt } from 'node:crypto'

import { RECOVERY_CODES } from '#modules/staff/people/limits.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { readId } from '#platform/text/codes.ts'

import { officeKey } from './office-key.server.ts'
import { openSealed, seal } from './seal.server.ts'

/** No I, L, O or U, so that a code survives being written down. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LETTERS = 10

type Offer = { staffId: string; codes: string[] }

/** Codes that are shown once; the form that types one back brings their sealed copy. */
export async function offerRecoveryCodes(staffId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return { codes, sealed: await seal('recovery-codes', { staffId, codes } satisfies Offer) }
}

/** The same codes again, after one was typed back wrongly. */
export async function findOfferedCodes(staffId: string, sealed: string) {
  const offer = await openSealed<Offer>('recovery-codes', sealed)
  return offer?.staffId === staffId ? { codes: offer.codes, sealed } : undefined
}

/**
 * Stores the digests of the codes that were shown, in place of all former ones, once one of them was
 * typed back: proof that they were written down.
 */
export async function takeRecoveryCodes(
  tx: Tx,
  typed: { staffId: string; sealed: string; code: string; now: Temporal.Instant },
): Promise<{ ok: true } | { ok: false; reason: 'code-wrong' }> {
  const { staffId, now } = typed
  const offer = await findOfferedCodes(staffId, typed.sealed)
  if (!offer?.codes.includes(spell(typed.code))) return { ok: false, reason: 'code-wrong' }
  await tx.deleteFrom('staffRecoveryCodes').where('staffId', '=', staffId).execute()
  const digests = await Promise.all(offer.codes.map((code) => digestOf(staffId, code)))
  await tx
    .insertInto('staffRecoveryCodes')
    .values(digests.map((digest) => ({ staffId, digest, madeAt: now })))
    .execute()
  return { ok: true }
}

/** Spends a recovery code; false if the member has no such code, or it was used. */
export async function spendRecoveryCode(
  tx: Tx,
  { staffId, code, now }: { staffId: string; code: string; now: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staffRecoveryCodes')
    .set({ usedAt: now })
    .where('staffId', '=', staffId)
    .where('digest', '=', await digestOf(staffId, spell(code)))
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** How many codes the member has left. */
export async function countRecoveryCodes(staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staffRecoveryCodes')
    .select((code) => code.fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether it has the form of a recovery code, and not that of an authenticator's code. */
export function looksLikeRecoveryCode(typed: string): boolean {
  return spell(typed).length === LETTERS + 1
}

function newCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)])
  return spell(letters.join(''))
}

/** As it is shown: two groups of five, in small letters. */
function spell(typed: string): string {
  const letters = readId(typed).toLowerCase()
  return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`
}

async function digestOf(staffId: string, code: string): Promise<string> {
  const key = await officeKey('digests')
  return createHmac('sha256', key).update(`${staffId} ${code}`).digest('base64url')
}
