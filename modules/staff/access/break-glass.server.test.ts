import { beforeEach, expect, test } from 'vitest'

import { hashPassword } from '#modules/accounts/hash-password.server.ts'
import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import {
  addAuthenticator,
  offerAuthenticator,
  spendCode,
} from '#modules/staff/keys/authenticators.server.ts'
import { addPasskey, askForPasskey } from '#modules/staff/keys/passkeys.server.ts'
import { setPassword } from '#modules/staff/keys/passwords.server.ts'
import { offerRecoveryCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { findInvitation } from '#modules/staff/people/invite.server.ts'
import { listMembers } from '#modules/staff/people/list-members.server.ts'
import {
  acceptInvitation,
  enrolFactor,
  finishEnrolment,
} from '#modules/staff/sign-in/enrol.server.ts'
import { findStaff } from '#modules/staff/sign-in/find-staff.server.ts'
import { checkPassword } from '#modules/staff/sign-in/log-in.server.ts'
import { listEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { makePasskey } from '#test/fixtures/pretend-passkey.ts'
import { cookieFrom } from '#test/fixtures/sample-accounts.server.ts'
import { addStaffMember, dismissEverybody } from '#test/fixtures/sample-staff.server.ts'

import { inviteOwner, resetFactors } from './break-glass.server.ts'
import { stopReset } from './change-member.server.ts'

const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')
const after = (hours: number) => NOON.add({ hours })
const ASKED = { by: { kind: 'admin', name: 'andreas' }, reason: 'First owner', now: NOON } as const
const PASSWORD = 'fourteen buses in the snow'

beforeEach(async () => {
  await dismissEverybody()
})

const requestWith = (setCookies: readonly string[]) =>
  new Request('http://localhost:3000/office/invitation/x', {
    headers: { cookie: cookieFrom(setCookies) },
  })

async function open(token: string, now: Temporal.Instant) {
  const opened = await acceptInvitation({ token, password: PASSWORD, now })
  if (!opened.ok) throw new Error(opened.reason)
  return requestWith(opened.setCookies)
}

/** From an opened link into the office, with a passkey. */
async function enrol(request: Request, staffId: string, now: Temporal.Instant) {
  const registration = makePasskey().register(
    await askForPasskey({ about: 'enrolment', staffId }, now),
  )
  expect(await enrolFactor({ request, factor: { registration }, now })).toEqual({ ok: true })
  const { codes, sealed } = await offerRecoveryCodes(staffId)
  const finished = await finishEnrolment({ request, sealed, code: codes[0] ?? '', now })
  if (!finished.ok) throw new Error(finished.reason)
  return requestWith(finished.setCookies)
}

async function addOwner(email: string) {
  const { staffId, cookie } = await addStaffMember({ roles: ['owner'], email, now: NOON })
  const registration = makePasskey().register(
    await askForPasskey({ about: 'enrolment', staffId }, NOON),
  )
  const former = { staffId, registration, device: null, now: NOON }
  await inTransaction((tx) => addPasskey(tx, former))
  await db.updateTable('staff').set({ state: 'left' }).where('id', '=', 'standing-owner').execute()
  return { staffId, cookie }
}

test('the first owner of a company comes by the command line, and the audit says why', async () => {
  const invited = await inviteOwner({ ...ASKED, email: 'first@halcyon.example', name: 'Andreas' })
  if (!invited.ok) throw new Error(invited.reason)
  const session = await enrol(await open(invited.token, NOON), invited.staffId, NOON)
  expect(await findStaff(session, NOON)).toMatchObject({ roles: ['owner'] })
  expect((await checkInvariants(db, { now: NOON })).filter((one) => one.startsWith('I13'))).toEqual(
    [],
  )
  const entries = await db
    .selectFrom('auditEntries')
    .select(['actor', 'action', 'reason'])
    .where('subject', '=', `staff:${invited.staffId}`)
    .orderBy('enteredAt')
    .execute()
  expect(entries).toContainEqual({
    actor: 'admin:andreas',
    action: 'invited',
    reason: 'First owner',
  })
  expect(entries.map(({ action }) => action)).toContain('joined')
})

test('the only owner’s reset works at once, and the former factor counts until its last step', async () => {
  const { staffId, cookie } = await addOwner('only@halcyon.example')
  const reset = await resetFactors({ ...ASKED, email: 'Only@halcyon.example' })
  if (!reset.ok) throw new Error(reset.reason)
  expect(reset.usableFrom).toEqual(NOON)
  const request = await open(reset.token, after(1))
  const countPasskeys = async () =>
    (await listMembers(after(1))).find((member) => member.staffId === staffId)?.passkeys
  expect(await countPasskeys()).toBe(1)
  expect(await findStaff(requestWith([cookie]), NOON)).toBeDefined()
  const session = await enrol(request, staffId, after(1))
  expect(await countPasskeys()).toBe(1)
  expect(await findStaff(session, after(1))).toMatchObject({ staffId })
  expect(await findStaff(requestWith([cookie]), NOON)).toBeUndefined()
})

const FORMER = 'seven buses in the rain'

async function newAuthenticator(staffId: string, now: Temporal.Instant) {
  const { secret, sealed } = await offerAuthenticator({ staffId, email: 'x@halcyon.example' })
  return { secret, factor: { sealed, code: codeOf(secret, stepAt(now)) } }
}

/** An owner with password and authenticator, whose reset is done but for its last step. */
async function resetHalfWay(email: string, opened = after(1)) {
  const { staffId, cookie } = await addOwner(email)
  const hash = await hashPassword(FORMER)
  const former = await newAuthenticator(staffId, NOON)
  await inTransaction(async (tx) => {
    await setPassword(tx, { staffId, hash, now: NOON })
    await addAuthenticator(tx, { staffId, ...former.factor, now: NOON })
  })
  const reset = await resetFactors({ ...ASKED, email })
  if (!reset.ok) throw new Error(reset.reason)
  const request = await open(reset.token, opened)
  const { secret, factor } = await newAuthenticator(staffId, opened)
  expect(await enrolFactor({ request, factor, now: opened })).toEqual({ ok: true })
  const { codes, sealed } = await offerRecoveryCodes(staffId)
  const finish = (now = opened) => finishEnrolment({ request, sealed, code: codes[0] ?? '', now })
  const logsInWith = async (password: string, key: string) => {
    const { ok } = await checkPassword({ email, password, now: after(2) })
    const spent = await spendCode(staffId, codeOf(key, stepAt(after(2))), after(2))
    return [ok, spent.ok]
  }
  return { staffId, cookie, finish, logsInWith, former: former.secret, wanted: secret }
}

const listResetMails = () =>
  db
    .selectFrom('mails')
    .select('address')
    .where('kind', '=', 'staff-access-changed')
    .where('address', 'like', '%-reset@halcyon.example')
    .execute()

test('a reset that is left before its last step has changed nothing', async () => {
  const half = await resetHalfWay('left-reset@halcyon.example')
  expect(await half.logsInWith(PASSWORD, half.wanted)).toEqual([false, false])
  expect(await half.logsInWith(FORMER, half.former)).toEqual([true, true])
  expect(await findStaff(requestWith([half.cookie]), NOON)).toBeDefined()
})

test('the last step of a reset brings the new password and factor, with its entry and mail', async () => {
  const half = await resetHalfWay('done-reset@halcyon.example')
  expect(await half.finish()).toMatchObject({ ok: true })
  expect(await half.logsInWith(FORMER, half.former)).toEqual([false, false])
  expect(await half.logsInWith(PASSWORD, half.wanted)).toEqual([true, true])
  expect(await findStaff(requestWith([half.cookie]), NOON)).toBeUndefined()
  const entries = await listEntries(`staff:${half.staffId}`, 9)
  expect(entries.map(({ action }) => action)).toContain('factors-reset')
  expect(await listResetMails()).toEqual([{ address: 'done-reset@halcyon.example' }])
})

test('an owner stops a reset that was opened, and what its holder set up opens nothing', async () => {
  const half = await resetHalfWay('stopped-reset@halcyon.example')
  const { staffId } = half
  const link = async () =>
    (await listMembers(after(1))).find((member) => member.staffId === staffId)?.link
  expect(await link()).toMatchObject({ kind: 'reset' })
  const seen = (await listEntries(`staff:${staffId}`, 9)).length
  const by = { kind: 'staff', staffId } as const
  expect(await stopReset({ by, staffId, seen, now: after(1) })).toEqual({ ok: true })
  expect(await link()).toBeNull()
  expect(await half.finish()).toEqual({ ok: false, reason: 'invitation-over' })
  expect(await half.logsInWith(PASSWORD, half.wanted)).toEqual([false, false])
  expect(await half.logsInWith(FORMER, half.former)).toEqual([true, true])
  const kept = await db
    .selectFrom('staffInvitations')
    .select(['passwordHash', 'factor'])
    .where('staffId', '=', staffId)
    .execute()
  expect(kept).toEqual([{ passwordHash: null, factor: null }])
})

test('a reset that was opened just before its link expires is still seen and stopped', async () => {
  const opened = after(72).subtract({ minutes: 1 })
  const { staffId, finish } = await resetHalfWay('late-reset@halcyon.example', opened)
  const link = async (now: Temporal.Instant) =>
    (await listMembers(now)).find((member) => member.staffId === staffId)?.link
  const last = opened.add({ minutes: 60 })
  expect(await link(last)).toBeNull()
  const now = last.subtract({ seconds: 1 })
  expect(await link(now)).toEqual({ kind: 'reset', usableFrom: NOON, until: last })
  const seen = (await listEntries(`staff:${staffId}`, 9)).length
  const by = { kind: 'staff', staffId } as const
  expect(await stopReset({ by, staffId, seen, now })).toEqual({ ok: true })
  expect(await link(now)).toBeNull()
  expect(await finish(now)).toEqual({ ok: false, reason: 'invitation-over' })
})

test('with another owner a reset waits a day, and all owners are told', async () => {
  await addOwner('one@halcyon.example')
  const { staffId } = await addOwner('other@halcyon.example')
  const reset = await resetFactors({ ...ASKED, email: 'other@halcyon.example' })
  if (!reset.ok) throw new Error(reset.reason)
  expect(reset.usableFrom).toEqual(after(24))
  const at = (now: Temporal.Instant) => findInvitation(reset.token, now)
  expect(await at(after(24).subtract({ seconds: 1 }))).toBeUndefined()
  expect(await at(after(24))).toMatchObject({ staffId, kind: 'reset' })
  expect(await at(after(96))).toBeUndefined()
  const told = await db
    .selectFrom('mails')
    .select('address')
    .where('kind', '=', 'staff-reset')
    .where('proofId', '=', staffId)
    .orderBy('address')
    .execute()
  expect(told.map(({ address }) => address)).toEqual([
    'one@halcyon.example',
    'other@halcyon.example',
  ])
})

test('a suspended member is not reset, nor one who is unknown', async () => {
  const { staffId } = await addOwner('gone@halcyon.example')
  await db.updateTable('staff').set({ state: 'suspended' }).where('id', '=', staffId).execute()
  const gone = await resetFactors({ ...ASKED, email: 'gone@halcyon.example' })
  expect(gone).toEqual({ ok: false, reason: 'not-active' })
  const nobody = await resetFactors({ ...ASKED, email: 'nobody@halcyon.example' })
  expect(nobody).toEqual({ ok: false, reason: 'member-unknown' })
})
