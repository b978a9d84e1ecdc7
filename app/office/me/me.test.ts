import { expect, test } from 'vitest'

import { hashPassword } from '#modules/accounts/hash-password.server.ts'
import { addAuthenticator, offerAuthenticator } from '#modules/staff/keys/authenticators.server.ts'
import { setPassword } from '#modules/staff/keys/passwords.server.ts'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { findStaff } from '#modules/staff/sign-in/find-staff.server.ts'
import { beginSession } from '#modules/staff/sign-in/sessions.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { makePasskey } from '#test/fixtures/pretend-passkey.ts'
import { cookieFrom } from '#test/fixtures/sample-accounts.server.ts'

import { action, loader } from './page.tsx'
import type { MeView } from './view.server.ts'

const PATTERN = '/office/me'
const PASSWORD = 'twelve buses at the harbour'

const press = (as: Colleague, intent: string, form: Record<string, string> = {}) =>
  act<{ problems?: { fieldId: string; sentence: string }[]; typed?: Record<string, string> }>(
    action,
    { as, pattern: PATTERN, intent, form },
  )
const open = async (as: Colleague, query = '') =>
  (await openOffice<MeView>(loader, { as, pattern: PATTERN, query })).shown
const codeNow = (secret: string) => codeOf(secret, stepAt(now()))
const isSignedIn = async (cookie: string) =>
  Boolean(
    await findStaff(new Request('http://localhost:3000/office', { headers: { cookie } }), now()),
  )

async function addSession({ staffId }: Colleague) {
  const begun = await beginSession({
    staffId,
    confirmedBy: 'code',
    device: 'Safari, iOS',
    now: now(),
  })
  return { sessionId: begun.sessionId, cookie: cookieFrom(begun.setCookies) }
}

async function setUpAuthenticator(as: Colleague) {
  const { newAuthenticator } = await open(as, 'set-up=authenticator')
  if (!newAuthenticator) throw new Error('nothing was offered')
  const { sealed, secret } = newAuthenticator
  const first = { sealed, 'first-code': codeNow(secret) }
  expect((await press(as, 'authenticator', first)).status).toBe(303)
  return secret
}

test('a member sees the own sessions, ends one of them, and then all others', async () => {
  const as = await addStaff('seller')
  const [phone, tablet] = [await addSession(as), await addSession(as)]
  const { sessions } = await open(as)
  expect(sessions.filter(({ isHere }) => isHere)).toHaveLength(1)
  expect(sessions.filter(({ device }) => device === 'Safari, iOS')).toHaveLength(2)
  await press(as, 'end-session', { session: phone.sessionId })
  expect([await isSignedIn(phone.cookie), await isSignedIn(tablet.cookie)]).toEqual([false, true])
  await press(as, 'end-others')
  expect([await isSignedIn(tablet.cookie), await isSignedIn(as.browser.cookie)]).toEqual([
    false,
    true,
  ])
})

test('nobody ends the session of a colleague', async () => {
  const [one, other] = [await addStaff('seller'), await addStaff('owner')]
  await press(one, 'end-session', { session: other.sessionId })
  expect(await isSignedIn(other.browser.cookie)).toBe(true)
})

test('a new authenticator ends the other sessions, and shows the same key after a wrong code', async () => {
  const as = await addStaff('dispatcher')
  const phone = await addSession(as)
  const { newAuthenticator } = await open(as, 'set-up=authenticator')
  const sealed = newAuthenticator?.sealed ?? ''
  const wrong = await press(as, 'authenticator', { sealed, 'first-code': '000000' })
  expect(wrong.status).toBe(422)
  expect(JSON.parse(wrong.shown.typed?.['offer'] ?? '')).toEqual(newAuthenticator)
  const code = codeNow(newAuthenticator?.secret ?? '')
  expect((await press(as, 'authenticator', { sealed, 'first-code': code })).status).toBe(303)
  expect([await isSignedIn(phone.cookie), await isSignedIn(as.browser.cookie)]).toEqual([
    false,
    true,
  ])
  expect((await open(as)).authenticatorSince).toBeDefined()
})

test('the key offered to one member is no key of another', async () => {
  const [one, other] = [await addStaff('seller'), await addStaff('seller')]
  const { newAuthenticator } = await open(one, 'set-up=authenticator')
  const { sealed = '', secret = '' } = newAuthenticator ?? {}
  const taken = await press(other, 'authenticator', { sealed, 'first-code': codeNow(secret) })
  expect(taken.status).toBe(422)
})

test('a factor is added only after a fresh confirmation', async () => {
  const as = await addStaff('seller')
  shiftClock({ minutes: 16 })
  const { newAuthenticator } = await open(as, 'set-up=authenticator')
  const { sealed = '', secret = '' } = newAuthenticator ?? {}
  const answer = await press(as, 'authenticator', { sealed, 'first-code': codeNow(secret) })
  expect(answer).toMatchObject({ status: 403, shown: { stopped: { kind: 'confirm-first' } } })
  shiftClock({ minutes: -16 })
})

test('a passkey is added, and the last factor cannot be removed', async () => {
  const as = await addStaff('editor')
  const passkey = makePasskey()
  const registration = passkey.register((await open(as)).passkey)
  expect((await press(as, 'passkey', { registration })).status).toBe(303)
  expect((await press(as, 'passkey', { registration })).status).toBe(422)
  const { passkeys } = await open(as)
  expect(passkeys.map(({ passkeyId }) => passkeyId)).toEqual([passkey.passkeyId])
  const remove = { passkey: passkey.passkeyId }
  expect(await press(as, 'remove-factor', remove)).toMatchObject({
    status: 422,
    shown: { problems: [{ sentence: 'This is your only second factor. Add another one first.' }] },
  })
  await setUpAuthenticator(as)
  expect((await press(as, 'remove-factor', remove)).status).toBe(303)
  expect((await open(as)).passkeys).toEqual([])
})

test('of two factors removed at the same moment one stays', async () => {
  const as = await addStaff('editor')
  await setUpAuthenticator(as)
  const passkey = makePasskey()
  await press(as, 'passkey', { registration: passkey.register((await open(as)).passkey) })
  const { removeOwnFactor } = await import('#modules/staff/access/own-access.server.ts')
  const request = new Request('http://localhost:3000/office', { headers: as.browser })
  const staff = await findStaff(request, now())
  if (!staff) throw new Error('signed in')
  const outcomes = await Promise.all([
    removeOwnFactor({ staff, factor: 'authenticator', now: now() }),
    removeOwnFactor({ staff, factor: { passkeyId: passkey.passkeyId }, now: now() }),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

test('new recovery codes replace the former ones once one of them is typed back', async () => {
  const as = await addStaff('accountant')
  const { newCodes } = await open(as, 'set-up=recovery-codes')
  const { sealed = '', codes = [] } = newCodes ?? {}
  const wrong = await press(as, 'recovery-codes', { sealed, 'recovery-code': 'aaaaa-aaaaa' })
  expect(wrong.status).toBe(422)
  expect((await open(as)).recoveryCodes).toBe(0)
  await press(as, 'recovery-codes', { sealed, 'recovery-code': codes[4] ?? '' })
  expect((await open(as)).recoveryCodes).toBe(10)
})

test('a password is changed with the present one, and ends the other sessions', async () => {
  const as = await addStaff('seller')
  const hash = await hashPassword(PASSWORD)
  await inTransaction((tx) => setPassword(tx, { staffId: as.staffId, hash, now: now() }))
  const phone = await addSession(as)
  const change = (current: string, wanted: string) =>
    press(as, 'password', { 'current-password': current, 'new-password': wanted })
  expect(
    (await change('a guess of mine', 'thirteen buses in the rain')).shown.problems,
  ).toMatchObject([{ fieldId: 'current-password' }])
  expect((await change(PASSWORD, 'too short')).shown.problems).toMatchObject([
    { fieldId: 'new-password' },
  ])
  expect(await isSignedIn(phone.cookie)).toBe(true)
  expect((await change(PASSWORD, 'thirteen buses in the rain')).status).toBe(303)
  expect([await isSignedIn(phone.cookie), await isSignedIn(as.browser.cookie)]).toEqual([
    false,
    true,
  ])
})

test('language and shortcuts are the member’s own choice', async () => {
  const as = await addStaff('seller')
  const answer = await press(as, 'preferences', { locale: 'el' })
  expect(answer.location).toBe('/el/office/me')
  expect((await open(as)).member).toMatchObject({ locale: 'el', shortcuts: false })
  await press(as, 'preferences', { locale: 'xx', shortcuts: 'yes' })
  expect((await open(as)).member).toMatchObject({ locale: 'el', shortcuts: true })
})

test('a wrong offer is no offer', async () => {
  const { staffId } = await addStaff('seller')
  const { sealed, secret } = await offerAuthenticator({ staffId, email: 'x@halcyon.example' })
  const first = { staffId, sealed: `${sealed.slice(0, -4)}AAAA`, code: codeNow(secret), now: now() }
  expect(await inTransaction((tx) => addAuthenticator(tx, first))).toEqual({
    ok: false,
    reason: 'code-wrong',
  })
})
