import { createHash } from 'node:crypto'

import { STEP_MINUTES } from '#modules/staff/people/limits.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import type { PasskeyRequest } from './passkey-request.ts'
import { openSealed, seal } from './seal.server.ts'
import { readAssertion, readRegistration, relyingParty } from './webauthn.server.ts'

/** The purposes of a question to a passkey. An answer to one is none to another. */
type Question = { about: 'log-in' } | { about: 'enrolment' | 'confirmation'; staffId: string }

type SealedQuestion = Question & { until: number }

/** Asks for a passkey. Nothing is stored: the challenge carries question and end. */
export async function askForPasskey(
  question: Question,
  now: Temporal.Instant,
): Promise<PasskeyRequest> {
  const until = now.add({ minutes: STEP_MINUTES }).epochMilliseconds
  const sealed = await seal('passkey', { ...question, until } satisfies SealedQuestion)
  const passkeyIds = 'staffId' in question ? await listPasskeyIds(question.staffId) : []
  return { challenge: sealed, relyingParty: relyingParty(), passkeyIds }
}

/** The question that confirms a session; undefined for a member without passkeys. */
export async function askToConfirmByPasskey(
  staffId: string,
  now: Temporal.Instant,
): Promise<PasskeyRequest | undefined> {
  const asked = await askForPasskey({ about: 'confirmation', staffId }, now)
  return asked.passkeyIds.length > 0 ? asked : undefined
}

async function listPasskeyIds(staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staffPasskeys')
    .select('passkeyId')
    .where('staffId', '=', staffId)
    .execute()
  return rows.map(({ passkeyId }) => passkeyId)
}

type Registered = {
  staffId: string
  /** The browser's answer, as JSON. */
  registration: string
  device: string | null
  now: Temporal.Instant
}
export type PasskeyRefusal = { ok: false; reason: 'passkey-refused' }
const REFUSED: PasskeyRefusal = { ok: false, reason: 'passkey-refused' }

export async function addPasskey(
  tx: Tx,
  registered: Registered,
): Promise<{ ok: true } | PasskeyRefusal> {
  const read = await readPasskey(tx, registered)
  if (!read.ok) return read
  const { staffId, now } = registered
  return (await keepPasskey(tx, { staffId, ...read.passkey, now })) ? { ok: true } : REFUSED
}

export type NewPasskey = {
  passkeyId: string
  device: string | null
  publicKey: Buffer
  counter: number
}

/** The new passkey, whose challenge is spent. It is not stored. */
export async function readPasskey(
  tx: Tx,
  { staffId, registration, device, now }: Registered,
): Promise<{ ok: true; passkey: NewPasskey } | PasskeyRefusal> {
  const said = readRegistration(registration)
  const isAsked = said && (await isAnswerTo({ about: 'enrolment', staffId }, said.challenge, now))
  if (!isAsked || !(await spendChallenge(tx, said.challenge, now))) return REFUSED
  const { passkeyId, publicKey, counter } = said
  return { ok: true, passkey: { passkeyId, device, publicKey, counter } }
}

type Kept = NewPasskey & { staffId: string; now: Temporal.Instant }

/** False if the passkey is known already. */
export async function keepPasskey(tx: Tx, { now, ...passkey }: Kept): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staffPasskeys')
    .values({ ...passkey, createdAt: now })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

type Answer = { question: Question; assertion: string; now: Temporal.Instant }

/** Spends the answer of a passkey, and finds its member. Each challenge is answered once. */
export async function spendPasskey(
  tx: Tx,
  { question, assertion, now }: Answer,
): Promise<{ ok: true; staffId: string } | PasskeyRefusal> {
  const said = readAssertion(assertion)
  if (!said || !(await isAnswerTo(question, said.challenge, now))) return REFUSED
  const passkey = await tx
    .selectFrom('staffPasskeys')
    .select(['staffId', 'publicKey', 'counter'])
    .where('passkeyId', '=', said.passkeyId)
    .forUpdate()
    .executeTakeFirst()
  const isTheirs = passkey && (!('staffId' in question) || question.staffId === passkey.staffId)
  if (!isTheirs || !said.isSignedBy(passkey.publicKey)) return REFUSED
  if (isCopy(passkey.counter, said.counter)) return REFUSED
  if (!(await spendChallenge(tx, said.challenge, now))) return REFUSED
  await tx
    .updateTable('staffPasskeys')
    .set({ counter: said.counter, usedAt: now })
    .where('passkeyId', '=', said.passkeyId)
    .execute()
  return { ok: true, staffId: passkey.staffId }
}

/** Authenticators that count must count up; those of telephones always say 0 (WebAuthn 7.2, 21). */
function isCopy(before: number, said: number): boolean {
  return (before > 0 || said > 0) && said <= before
}

async function isAnswerTo(question: Question, challenge: string, now: Temporal.Instant) {
  const sealed = Buffer.from(challenge, 'base64url').toString('base64url')
  const asked = await openSealed<SealedQuestion>('passkey', sealed)
  if (!asked || asked.about !== question.about) return false
  const isSameMember =
    !('staffId' in question) || ('staffId' in asked && asked.staffId === question.staffId)
  return isSameMember && isBefore(now, Temporal.Instant.fromEpochMilliseconds(asked.until))
}

/** False if the challenge was answered before. */
async function spendChallenge(tx: Tx, challenge: string, now: Temporal.Instant): Promise<boolean> {
  const digest = createHash('sha256').update(challenge).digest('base64url')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staffSpentChallenges')
    .values({ digest, expiresAt: now.add({ minutes: STEP_MINUTES }) })
    .onConflict((spent) => spent.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
