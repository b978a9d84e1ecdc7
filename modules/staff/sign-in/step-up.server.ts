import { sql } from 'kysely'

import {
  findNextCode,
  spendCode,
  type CodeRefusal,
} from '#modules/staff/keys/authenticators.server.ts'
import { spendPasskey, type PasskeyRefusal } from '#modules/staff/keys/passkeys.server.ts'
import { MAX_WRONG_PROOFS, WRONG_PROOF_MINUTES } from '#modules/staff/people/limits.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import type { SignedIn } from './find-staff.server.ts'
import { endSession } from './sessions.server.ts'

/** The code of an authenticator, or what the browser said about a passkey, as JSON. */
export type Proof = { code: string } | { assertion: string }

export type StepUpOutcome =
  | { ok: true }
  | CodeRefusal
  | PasskeyRefusal
  /** The session has ended: too many wrong proofs, or in another way meanwhile. */
  | { ok: false; reason: 'session-ended' }

/**
 * Confirms within a session that its member is there. Each code and each answer of a passkey counts
 * once. The fifth wrong one within a quarter of an hour ends the session, so that a stolen cookie is
 * no licence to guess.
 */
export async function verifyStepUp(
  signedIn: Pick<SignedIn, 'staffId' | 'sessionId'>,
  proof: Proof,
  now: Temporal.Instant,
): Promise<StepUpOutcome> {
  const { staffId, sessionId } = signedIn
  const tries = await countTry(sessionId, now)
  if (tries === undefined || tries > MAX_WRONG_PROOFS) return end(signedIn)
  const outcome = await check(staffId, proof, now)
  if (!outcome.ok) return tries === MAX_WRONG_PROOFS ? end(signedIn) : outcome
  await db
    .updateTable('staffSessions')
    .set({
      confirmedAt: now,
      confirmedBy: 'code' in proof ? 'code' : 'passkey',
      wrongProofs: 0,
      wrongSince: null,
    })
    .where('id', '=', sessionId)
    .execute()
  return { ok: true }
}

/** Counted before the proof is checked, so that guesses sent at once are all counted. */
async function countTry(sessionId: string, now: Temporal.Instant): Promise<number | undefined> {
  const since = now.subtract({ minutes: WRONG_PROOF_MINUTES })
  const row = await db
    .updateTable('staffSessions')
    .set({
      wrongProofs: sql`case when wrong_since > ${since} then wrong_proofs + 1 else 1 end`,
      wrongSince: sql`case when wrong_since > ${since} then wrong_since else ${now} end`,
    })
    .where('id', '=', sessionId)
    .returning('wrongProofs')
    .executeTakeFirst()
  return row?.wrongProofs
}

async function check(staffId: string, proof: Proof, now: Temporal.Instant) {
  if ('code' in proof) return spendCode(staffId, proof.code, now)
  const question = { about: 'confirmation', staffId } as const
  return inTransaction((tx) => spendPasskey(tx, { question, assertion: proof.assertion, now }))
}

/** A code to type in a demonstration, whose members have no app; otherwise undefined. */
export async function findDemonstrationCode(
  staffId: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  if (env().MODE === 'live') return undefined
  const member = await db
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('demonstration', '=', true)
    .executeTakeFirst()
  return member && findNextCode(staffId, now)
}

async function end({ staffId, sessionId }: Pick<SignedIn, 'staffId' | 'sessionId'>) {
  await endSession(staffId, sessionId)
  return { ok: false, reason: 'session-ended' } as const
}
