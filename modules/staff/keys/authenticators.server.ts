import { db, type Tx } from '#platform/db.server.ts'
import { readId } from '#platform/text/codes.ts'

import { openSealed, seal } from './seal.server.ts'
import { addressForApp, codeOf, findStep, newSecret, stepAt } from './totp.server.ts'

export type CodeRefusal = { ok: false; reason: 'code-wrong' | 'code-used' }

/** A secret that is shown once, and its sealed copy, which the form of the first code brings back. */
export async function offerAuthenticator(member: { staffId: string; email: string }) {
  const secret = newSecret()
  return offeredAs(secret, member, await sealOffer(secret, member.staffId))
}

/** The same offer again, after a wrong first code; undefined if it was made for another member. */
export async function findOffer(sealed: string, member: { staffId: string; email: string }) {
  const offer = await openSealed<Offer>('new-authenticator', sealed)
  return offer?.staffId === member.staffId ? offeredAs(offer.secret, member, sealed) : undefined
}

type Offer = { staffId: string; secret: string }

function sealOffer(secret: string, staffId: string): Promise<string> {
  return seal('new-authenticator', { staffId, secret } satisfies Offer)
}

function offeredAs(secret: string, { email }: { email: string }, sealed: string) {
  return { secret, sealed, address: addressForApp(secret, email) }
}

type FirstCode = { staffId: string; sealed: string; code: string; now: Temporal.Instant }

/** Takes the authenticator that was offered, once it shows the right code. It replaces a former one. */
export async function addAuthenticator(
  tx: Tx,
  first: FirstCode,
): Promise<{ ok: true } | CodeRefusal> {
  const read = await readAuthenticator(first)
  if (!read.ok) return read
  const { staffId, now } = first
  await keepAuthenticator(tx, { staffId, ...read.authenticator, now })
  return { ok: true }
}

/** Its secret, encrypted, and the time step of its first code, which does not count again. */
export type NewAuthenticator = { secret: string; lastStep: number }

/** The authenticator that was offered, once it shows the right code. Nothing is stored. */
export async function readAuthenticator({
  staffId,
  sealed,
  code,
  now,
}: FirstCode): Promise<{ ok: true; authenticator: NewAuthenticator } | CodeRefusal> {
  const offer = await openSealed<Offer>('new-authenticator', sealed)
  const step = offer?.staffId === staffId ? findStep(offer.secret, readId(code), now) : undefined
  if (!offer || step === undefined) return { ok: false, reason: 'code-wrong' }
  const secret = await seal('authenticator', { staffId, secret: offer.secret } satisfies Offer)
  return { ok: true, authenticator: { secret, lastStep: step } }
}

type Kept = NewAuthenticator & { staffId: string; now: Temporal.Instant }

export async function keepAuthenticator(
  tx: Tx,
  { staffId, secret, lastStep, now }: Kept,
): Promise<void> {
  const values = { secret, lastStep, createdAt: now }
  await tx
    .insertInto('staffAuthenticators')
    .values({ staffId, ...values })
    .onConflict((former) => former.column('staffId').doUpdateSet(values))
    .execute()
}

/**
 * Spends a code. It counts once, in whatever process and session: the step of the last code is
 * raised in the same statement that compares it.
 */
export async function spendCode(
  staffId: string,
  code: string,
  now: Temporal.Instant,
): Promise<{ ok: true } | CodeRefusal> {
  const secret = await findSecret(staffId)
  const step = secret && findStep(secret, readId(code), now)
  if (step === undefined || step === '') return { ok: false, reason: 'code-wrong' }
  const { numUpdatedRows } = await db
    .updateTable('staffAuthenticators')
    .set({ lastStep: step })
    .where('staffId', '=', staffId)
    .where('lastStep', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? { ok: true } : { ok: false, reason: 'code-used' }
}

/** A code that the member's app shows now or next and that counts; for members who have no app. */
export async function findNextCode(
  staffId: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const secret = await findSecret(staffId)
  if (!secret) return undefined
  const { lastStep } = await db
    .selectFrom('staffAuthenticators')
    .select('lastStep')
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return codeOf(secret, Math.max(stepAt(now), lastStep + 1))
}

async function findSecret(staffId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('staffAuthenticators')
    .select('secret')
    .where('staffId', '=', staffId)
    .executeTakeFirst()
  const opened = row && (await openSealed<Offer>('authenticator', row.secret))
  return opened?.staffId === staffId ? opened.secret : undefined
}
