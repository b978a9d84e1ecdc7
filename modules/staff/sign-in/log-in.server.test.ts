import { Client } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'

import { hashPassword, isHashOf } from '#modules/accounts/hash-password.server.ts'
import { addAuthenticator, offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { setPassword } from '#modules/staff/keys/passwords.server.ts'
import { offerRecoveryCodes, takeRecoveryCodes } from '#modules/staff/keys/recovery-codes.server.ts'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { cookieFrom } from '#test/fixtures/sample-accounts.server.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'

import { findStaff } from './find-staff.server.ts'
import { checkPassword, enterByCode, findLogIn } from './log-in.server.ts'

vi.mock(import('#modules/accounts/hash-password.server.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return { ...real, isHashOf: vi.fn<typeof real.isHashOf>(real.isHashOf) }
})
const query = vi.spyOn(Client.prototype, 'query')
afterAll(() => {
  vi.doUnmock('#modules/accounts/hash-password.server.ts')
  vi.restoreAllMocks()
})

const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')
const after = (minutes: number) => NOON.add({ seconds: Math.round(minutes * 60) })
const PASSWORD = 'nine buses to the mountains'
let members = 0

async function addMember(state: 'active' | 'invited' | 'suspended' | 'left' = 'active') {
  const email = `member-${(members += 1)}@halcyon.example`
  const { staffId } = await addStaffMember({ roles: ['seller'], email, now: NOON })
  await db.updateTable('staff').set({ state }).where('id', '=', staffId).execute()
  const hash = await hashPassword(PASSWORD)
  const { secret, sealed } = await offerAuthenticator({ staffId, email })
  const recovery = await offerRecoveryCodes(staffId)
  await inTransaction(async (tx) => {
    await setPassword(tx, { staffId, hash, now: NOON })
    const code = codeOf(secret, stepAt(NOON))
    await addAuthenticator(tx, { staffId, sealed, code, now: NOON })
    const first = { staffId, sealed: recovery.sealed, code: recovery.codes[0] ?? '', now: NOON }
    expect(await takeRecoveryCodes(tx, first)).toEqual({ ok: true })
  })
  const codeAt = (moment: Temporal.Instant) => codeOf(secret, stepAt(moment))
  return { staffId, email, codeAt, recoveryCodes: recovery.codes }
}

const requestWith = (setCookies: readonly string[], userAgent = '') =>
  new Request('http://localhost:3000/office/login', {
    headers: { cookie: cookieFrom(setCookies), 'user-agent': userAgent },
  })

async function passPassword(email: string, moment = after(1)): Promise<string[]> {
  const outcome = await checkPassword({ email, password: PASSWORD, now: moment })
  if (!outcome.ok) throw new Error('the password is right')
  return outcome.setCookies
}

const countMails = async (kind: string, about: string) => {
  const rows = await db
    .selectFrom('mails')
    .select('address')
    .where('kind', '=', kind as never)
    .where('proofId', '=', about)
    .execute()
  return rows.length
}

test('a password and a code open the office', async () => {
  const { email, staffId, codeAt } = await addMember()
  const step = await passPassword(email.toUpperCase())
  expect(await findStaff(requestWith(step), after(1))).toBeUndefined()
  const request = requestWith(step)
  const entered = await enterByCode({ request, code: codeAt(after(1)), now: after(1) })
  const cookies = entered.ok ? entered.setCookies : []
  expect(await findStaff(requestWith(cookies), after(1))).toMatchObject({
    staffId,
    confirmedAt: after(1),
  })
})

test('a new log-in in the same browser ends the session it had, and no other', async () => {
  const { email, codeAt } = await addMember()
  const enterWith = async (cookies: readonly string[], moment: Temporal.Instant) => {
    const step = await passPassword(email, moment)
    const request = requestWith([...step, ...cookies])
    const entered = await enterByCode({ request, code: codeAt(moment), now: moment })
    return entered.ok ? entered.setCookies : []
  }
  const first = await enterWith([], after(1))
  const elsewhere = await enterWith([], after(2))
  const second = await enterWith(first, after(3))
  expect(await findStaff(requestWith(second), after(3))).toBeDefined()
  expect(await findStaff(requestWith(elsewhere), after(3))).toBeDefined()
  expect(await findStaff(requestWith(first), after(3))).toBeUndefined()
})

test.each([
  ['an unknown address', 'active', 'nobody@halcyon.example', PASSWORD],
  ['another password', 'active', '', 'nine buses to the sea'],
  ['no password', 'active', '', ''],
  ['an invited member', 'invited', '', PASSWORD],
  ['a suspended member', 'suspended', '', PASSWORD],
  ['a member who has left', 'left', '', PASSWORD],
] as const)('%s opens nothing, and takes the same work', async (_what, state, other, password) => {
  const { email } = await addMember(state)
  const known = await addMember()
  await checkPassword({ email: known.email, password: 'wrong', now: NOON })
  const measure = async (asked: { email: string; password: string }) => {
    query.mockClear()
    vi.mocked(isHashOf).mockClear()
    const answer = await checkPassword({ ...asked, now: NOON })
    const hashes = vi.mocked(isHashOf).mock.calls.length
    return { answer, hashes, statements: query.mock.calls.length }
  }
  const wrong = await measure({ email: known.email, password: 'nine buses to nowhere' })
  expect(wrong).toEqual({ answer: { ok: false, reason: 'wrong-login' }, hashes: 1, statements: 1 })
  expect(await measure({ email: other || email, password })).toEqual(wrong)
})

test('the second step ends after ten minutes, and belongs to the browser of the first', async () => {
  const { email, codeAt } = await addMember()
  const step = await passPassword(email)
  const over = { ok: false, reason: 'step-over' }
  const enter = (request: Request, moment: Temporal.Instant) =>
    enterByCode({ request, code: codeAt(moment), now: moment })
  expect(await enter(requestWith(step), after(11))).toEqual(over)
  expect(await enter(requestWith([]), after(2))).toEqual(over)
  expect(await enter(requestWith(['office-step=made-up']), after(2))).toEqual(over)
  expect(await enter(requestWith(step), after(2))).toMatchObject({ ok: true })
})

test('the second step is over once the password was replaced', async () => {
  const { email, staffId, codeAt, recoveryCodes } = await addMember()
  const request = requestWith(await passPassword(email))
  const hash = await hashPassword('nine buses to the sea')
  await inTransaction((tx) => setPassword(tx, { staffId, hash, now: after(1) }))
  expect(await findLogIn(request, after(2))).toBeUndefined()
  for (const code of [codeAt(after(2)), recoveryCodes[1] ?? '']) {
    const entered = await enterByCode({ request, code, now: after(2) })
    expect(entered).toEqual({ ok: false, reason: 'step-over' })
  }
})

test('a person who knows the password has five tries at the code, in all new browsers together', async () => {
  const { email, codeAt } = await addMember()
  const guess = async (code: string) =>
    enterByCode({ request: requestWith(await passPassword(email)), code, now: after(1) })
  for (let tries = 1; tries <= 5; tries++)
    expect(await guess('000000')).toEqual({ ok: false, reason: 'code-wrong' })
  expect(await guess(codeAt(after(1)))).toEqual({ ok: false, reason: 'too-many-tries' })
})

test('a stranger who knows the password shuts no member out of a browser they have used before', async () => {
  const { email, codeAt } = await addMember()
  const first = await enterByCode({
    request: requestWith(await passPassword(email)),
    code: codeAt(after(1)),
    now: after(1),
  })
  if (!first.ok) throw new Error('the code is right')
  const guess = async (code: string, cookies: readonly string[] = []) =>
    enterByCode({
      request: requestWith([...cookies, ...(await passPassword(email, after(3)))]),
      code,
      now: after(3),
    })
  for (let tries = 1; tries <= 6; tries++) await guess('000000')
  const known = first.setCookies.filter((cookie) => cookie.includes('office-browser'))
  for (let tries = 1; tries <= 4; tries++)
    expect(await guess('000000', known)).toEqual({ ok: false, reason: 'code-wrong' })
  expect(await guess(codeAt(after(3)), known)).toMatchObject({ ok: true })
  for (let tries = 1; tries <= 5; tries++) await guess('000000', known)
  expect(await guess('000000', known)).toEqual({ ok: false, reason: 'too-many-tries' })
})

test('a code that confirmed a log-in cannot be used for another', async () => {
  const { email, codeAt } = await addMember()
  const [one, other] = [await passPassword(email), await passPassword(email)]
  const code = codeAt(after(1))
  const enter = (step: string[]) => enterByCode({ request: requestWith(step), code, now: after(1) })
  expect(await enter(one)).toMatchObject({ ok: true })
  expect(await enter(other)).toEqual({ ok: false, reason: 'code-used' })
})

test('a recovery code opens the office once, and the member and all owners are told', async () => {
  const owner = await addStaffMember({ roles: ['owner'], now: NOON })
  const { email, staffId, recoveryCodes } = await addMember()
  const code = ` ${recoveryCodes[3]?.toUpperCase()} `
  const enter = async () =>
    enterByCode({ request: requestWith(await passPassword(email)), code, now: after(1) })
  expect(await enter()).toMatchObject({ ok: true })
  expect(await enter()).toEqual({ ok: false, reason: 'code-wrong' })
  expect(await countMails('staff-recovery-code', staffId)).toBeGreaterThanOrEqual(2)
  expect(owner.staffId).not.toBe(staffId)
  const digests = await db.selectFrom('staffRecoveryCodes').select('digest').execute()
  expect(JSON.stringify(digests)).not.toContain(recoveryCodes[3])
})

test('a log-in from a new browser is told to the member, one from a known browser is not', async () => {
  const { email, staffId, codeAt } = await addMember()
  const enter = async (cookies: string[], moment: Temporal.Instant) => {
    const step = await passPassword(email, moment)
    const request = requestWith(
      [...step, ...cookies],
      'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    )
    const entered = await enterByCode({ request, code: codeAt(moment), now: moment })
    if (!entered.ok) throw new Error(entered.reason)
    return entered.setCookies
  }
  const countTold = async () => {
    const rows = await db
      .selectFrom('mails')
      .select('mailId')
      .where('kind', '=', 'staff-log-in')
      .where('address', '=', email)
      .execute()
    return rows.length
  }
  const cookies = await enter([], after(1))
  expect(await countTold()).toBe(1)
  await enter(cookies, after(2))
  expect(await countTold()).toBe(1)
  await enter([], after(3))
  expect(await countTold()).toBe(2)
  const entries = await db
    .selectFrom('auditEntries')
    .select(['action', 'after'])
    .where('actor', '=', `staff:${staffId}`)
    .execute()
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatchObject({
    action: 'logged-in',
    after: { by: 'code', device: expect.stringContaining('Firefox') },
  })
})
