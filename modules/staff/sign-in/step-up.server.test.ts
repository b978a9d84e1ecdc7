import { expect, test } from 'vitest'

import { addAuthenticator, offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { addPasskey, askForPasskey, spendPasskey } from '#modules/staff/keys/passkeys.server.ts'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { makePasskey, type PretendPasskey } from '#test/fixtures/pretend-passkey.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'

import { findStaff } from './find-staff.server.ts'
import { verifyStepUp } from './step-up.server.ts'

const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')
const after = (minutes: number) => NOON.add({ seconds: Math.round(minutes * 60) })

async function addMember() {
  const member = await addStaffMember({ roles: ['owner'], now: NOON })
  const email = `${member.staffId}@halcyon.example`
  const { secret, sealed } = await offerAuthenticator({ staffId: member.staffId, email })
  const code = codeOf(secret, stepAt(NOON))
  const first = { staffId: member.staffId, sealed, code, now: NOON }
  expect(await inTransaction((tx) => addAuthenticator(tx, first))).toEqual({ ok: true })
  const request = new Request('http://localhost:3000/office', {
    headers: { cookie: member.cookie },
  })
  return {
    ...member,
    firstCode: code,
    codeAt: (now: Temporal.Instant) => codeOf(secret, stepAt(now)),
    confirm: (typed: string, now: Temporal.Instant) => verifyStepUp(member, { code: typed }, now),
    find: (now: Temporal.Instant) => findStaff(request, now),
  }
}

test('a code confirms the session', async () => {
  const { codeAt, confirm, find } = await addMember()
  expect(await confirm(codeAt(after(20)), after(20))).toEqual({ ok: true })
  expect((await find(after(20)))?.confirmedAt).toEqual(after(20))
})

test('a code counts once: not again in this session, in another, or after a newer one', async () => {
  const { codeAt, confirm, find, firstCode, staffId } = await addMember()
  const used = { ok: false, reason: 'code-used' }
  expect(await confirm(firstCode, NOON)).toEqual(used)
  const [code, newer] = [codeAt(after(1)), codeAt(after(1.5))]
  expect(await confirm(code, after(1))).toEqual({ ok: true })
  expect(await confirm(code, after(1))).toEqual(used)
  const other = await addStaffMember({ roles: ['seller'], now: NOON })
  const elsewhere = { ...other, staffId }
  expect(await verifyStepUp(elsewhere, { code }, after(1))).toEqual(used)
  expect(await confirm(newer, after(1.5))).toEqual({ ok: true })
  expect(await confirm(code, after(1.5))).toEqual(used)
  expect((await find(after(2)))?.confirmedAt).toEqual(after(1.5))
})

test('of twenty presses with one code at the same moment one confirms', async () => {
  const { codeAt, staffId } = await addMember()
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => addStaffMember({ roles: ['seller'], now: NOON })),
  )
  const code = codeAt(after(1))
  const outcomes = await Promise.all(
    sessions.map(({ sessionId }) => verifyStepUp({ staffId, sessionId }, { code }, after(1))),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

test('the fifth wrong code within a quarter of an hour ends the session', async () => {
  const { codeAt, confirm, find } = await addMember()
  const wrong = { ok: false, reason: 'code-wrong' }
  for (let tries = 1; tries <= 4; tries++) expect(await confirm('000000', after(1))).toEqual(wrong)
  expect(await find(after(1))).toBeDefined()
  const ended = { ok: false, reason: 'session-ended' }
  expect(await confirm('000000', after(15.9))).toEqual(ended)
  expect(await find(after(15.9))).toBeUndefined()
  expect(await confirm(codeAt(after(16)), after(16))).toEqual(ended)
})

test('guesses sent at once are all counted', async () => {
  const { confirm, find } = await addMember()
  const guesses = Array.from({ length: 30 }, (_, place) => String(100_000 + place))
  const outcomes = await Promise.all(guesses.map((guess) => confirm(guess, after(1))))
  expect(outcomes.filter((one) => !one.ok && one.reason === 'code-wrong')).toHaveLength(4)
  expect(await find(after(1))).toBeUndefined()
})

test('wrong codes are forgotten after a quarter of an hour, and after a right one', async () => {
  const { codeAt, confirm, find } = await addMember()
  const guess = async (now: Temporal.Instant) => {
    for (let tries = 1; tries <= 4; tries++) await confirm('000000', now)
  }
  await guess(after(1))
  await guess(after(16))
  expect(await confirm(codeAt(after(16)), after(16))).toEqual({ ok: true })
  await guess(after(17))
  expect(await find(after(17))).toBeDefined()
})

async function addMemberWithPasskey() {
  const member = await addMember()
  const { staffId } = member
  const passkey = makePasskey()
  const asked = await askForPasskey({ about: 'enrolment', staffId }, NOON)
  const registration = passkey.register(asked)
  const added = { staffId, registration, device: 'Chrome, Windows', now: NOON }
  expect(await inTransaction((tx) => addPasskey(tx, added))).toEqual({ ok: true })
  const ask = (now = after(1)) => askForPasskey({ about: 'confirmation', staffId }, now)
  const confirm = (assertion: string, now = after(1)) => verifyStepUp(member, { assertion }, now)
  return { ...member, passkey, ask, confirm }
}

const REFUSED = { ok: false, reason: 'passkey-refused' }

test('a passkey confirms the session, and its answer counts once', async () => {
  const { passkey, ask, confirm, find } = await addMemberWithPasskey()
  const answer = passkey.assert(await ask())
  expect(await confirm(answer)).toEqual({ ok: true })
  expect((await find(after(2)))?.confirmedAt).toEqual(after(1))
  expect(await confirm(answer)).toEqual(REFUSED)
})

test('a passkey whose user was not verified neither confirms nor logs in, and is not taken', async () => {
  const { passkey, ask, confirm, staffId } = await addMemberWithPasskey()
  expect(await confirm(passkey.assert(await ask(), { unverified: true }))).toEqual(REFUSED)
  const logIn = await askForPasskey({ about: 'log-in' }, NOON)
  const assertion = passkey.assert(logIn, { unverified: true })
  const spent = (text: string) =>
    inTransaction((tx) =>
      spendPasskey(tx, { question: { about: 'log-in' }, assertion: text, now: NOON }),
    )
  expect(await spent(assertion)).toEqual(REFUSED)
  expect(await spent(passkey.assert(logIn))).toEqual({ ok: true, staffId })
  const other = makePasskey()
  const enrolment = await askForPasskey({ about: 'enrolment', staffId }, NOON)
  const registration = other.register(enrolment, { unverified: true })
  const added = { staffId, registration, device: null, now: NOON }
  expect(await inTransaction((tx) => addPasskey(tx, added))).toEqual(REFUSED)
})

type Ask = Awaited<ReturnType<typeof addMemberWithPasskey>>['ask']

test.each<[string, (passkey: PretendPasskey, ask: Ask) => Promise<string>]>([
  ['forged', async (passkey, ask) => passkey.assert(await ask(), { forged: true })],
  [
    'of another site',
    async (passkey, ask) => passkey.assert(await ask(), { origin: 'https://evil.example' }),
  ],
  [
    'in a frame of another site',
    async (passkey, ask) => passkey.assert(await ask(), { crossOrigin: true }),
  ],
  [
    'of a new passkey',
    async (passkey, ask) => passkey.assert(await ask(), { type: 'webauthn.create' }),
  ],
  ['of an unknown passkey', async (_, ask) => makePasskey().assert(await ask())],
  [
    'to a challenge of its own',
    async (passkey, ask) => passkey.assert({ ...(await ask()), challenge: 'AAAA' }),
  ],
  [
    'for another host',
    async (passkey, ask) => passkey.assert({ ...(await ask()), relyingParty: 'evil.example' }),
  ],
  [
    'to a log-in',
    async (passkey) => passkey.assert(await askForPasskey({ about: 'log-in' }, NOON)),
  ],
  [
    'to another member',
    async (passkey) =>
      passkey.assert(await askForPasskey({ about: 'confirmation', staffId: 'other' }, NOON)),
  ],
  [
    'to a question of eleven minutes ago',
    async (passkey, ask) => passkey.assert(await ask(NOON.subtract({ minutes: 10 }))),
  ],
  ['that is none', async () => '{"id":1}'],
  ['that is no JSON', async () => 'x'],
])('an answer %s confirms nothing', async (_what, answer) => {
  const { passkey, ask, confirm } = await addMemberWithPasskey()
  expect(await confirm(await answer(passkey, ask))).toEqual(REFUSED)
})

test('the passkey of one member confirms no other', async () => {
  const one = await addMemberWithPasskey()
  const other = await addMemberWithPasskey()
  expect(await other.confirm(one.passkey.assert(await other.ask()))).toEqual(REFUSED)
})

test('a copied passkey is noticed by its counter', async () => {
  const { passkey, ask, confirm } = await addMemberWithPasskey()
  expect(await confirm(passkey.assert(await ask(), { counter: 7 }))).toEqual({ ok: true })
  expect(await confirm(passkey.assert(await ask(), { counter: 7 }))).toEqual(REFUSED)
  expect(await confirm(passkey.assert(await ask(), { counter: 8 }))).toEqual({ ok: true })
})

test('the database holds no secret of an authenticator in the clear', async () => {
  const { staffId } = await addMember()
  const { secret } = await db
    .selectFrom('staffAuthenticators')
    .select('secret')
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  expect(secret).not.toMatch(/^[A-Z2-7]{32}$/)
})
