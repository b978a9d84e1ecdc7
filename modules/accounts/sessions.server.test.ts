import { expect, test, vi } from 'vitest'

import { db } from '#platform/db.server.ts'
import {
  addAccount,
  cookieFrom,
  NOON,
  PASSWORD,
  request,
} from '#test/fixtures/sample-accounts.server.ts'

import { auth } from './auth.server.ts'
import { changePassword } from './change-account.server.ts'
import {
  endAllSessions,
  endOneSession,
  endSession,
  findSignedIn,
  listSessions,
  logIn,
  type LogInOutcome,
} from './sessions.server.ts'
import { tidyAccounts } from './tidy-accounts.server.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36'
const logInAs = (email: string, { cookie = '', password = PASSWORD, userAgent = '' } = {}) =>
  logIn({ email, password, cookie, userAgent, visitor: 'v', now: NOON })
const whoAt = async (cookie: string, now: Temporal.Instant) =>
  (await findSignedIn(request(cookie), now))?.email
const who = (cookie: string) => whoAt(cookie, NOON)
const day = (days: number) => NOON.add({ hours: 24 * days })
const cookieOf = (session: LogInOutcome) => cookieFrom(session.ok ? session.setCookies : [])

test('a login replaces the session that was there before, which ends', async () => {
  const { cookie: planted } = await addAccount({ email: 'attacker@example.com' })
  await addAccount({ email: 'anna@example.com' })
  const after = cookieOf(await logInAs('anna@example.com', { cookie: planted }))
  expect(after).not.toBe(planted)
  expect(await who(after)).toBe('anna@example.com')
  expect(await who(planted)).toBeUndefined()
})

test('a made-up cookie is no session, nor is one with another signature', async () => {
  const { cookie } = await addAccount({ email: 'made@example.com' })
  const [token = ''] = decodeURIComponent(cookie.replace('session=', '')).split('.')
  const forged = ['session=', 'session=x.y', `session=${token}`, `session=${token}.AAAA`]
  for (const one of [...forged, `${cookie.slice(0, -6)}AAA%3D`, cookie.replace('session', 'other')])
    expect([one, await who(one)]).toEqual([one, undefined])
  expect(await who(`visitor=x; ${cookie}; locale=el`)).toBe('made@example.com')
})

test('a logout ends the session of this browser, and a logout everywhere ends all', async () => {
  const { accountId, cookie: phone } = await addAccount({ email: 'out@example.com' })
  const laptop = cookieOf(await logInAs('out@example.com'))
  const tablet = cookieOf(await logInAs('out@example.com'))
  const gone = await endSession(phone)
  expect(gone.join()).toMatch(/^session=;.*Max-Age=0/)
  expect(await who(phone)).toBeUndefined()
  expect(await who(laptop)).toBe('out@example.com')
  await endAllSessions(accountId)
  expect([await who(laptop), await who(tablet)]).toEqual([undefined, undefined])
})

test('a new password, set while a log-in by the old one is checked, ends that log-in too', async () => {
  const email = 'meanwhile@example.com'
  const { cookie: former } = await addAccount({ email: 'former@example.com' })
  const { accountId, cookie } = await addAccount({ email })
  const [account, wanted] = [{ accountId, name: 'Anna Example', email }, 'three buses to the sea']
  const { password } = await (await auth()).$context
  const { verify } = password
  const checking = vi.spyOn(password, 'verify').mockImplementationOnce(async (checked) => {
    const isRight = await verify(checked)
    const asked = { account, current: PASSWORD, wanted, cookie, now: NOON }
    expect(await changePassword(asked)).toMatchObject({ ok: true })
    return isRight
  })
  expect(await logInAs(email, { cookie: former })).toEqual({ ok: false, reason: 'wrong-login' })
  expect(checking).toHaveBeenCalledTimes(2)
  checking.mockRestore()
  expect(await listSessions(request(''), accountId, NOON)).toHaveLength(1)
  expect(await who(former)).toBe('former@example.com')
  expect(await logInAs(email, { password: wanted })).toMatchObject({ ok: true })
})

test('a logout without a session succeeds', async () => {
  expect(await endSession('')).toHaveLength(1)
})

test('a session ends after its time, and is then removed', async () => {
  const { cookie } = await addAccount({ email: 'long@example.com' })
  const end = Temporal.Instant.from('2026-01-01T00:00:00Z')
  await db.updateTable('accountSessions').set({ expiresAt: end }).execute()
  expect(await who(cookie)).toBeUndefined()
  await logInAs('long@example.com')
  await tidyAccounts(NOON)
  const left = await db.selectFrom('accountSessions').select('expiresAt').execute()
  expect(left).toHaveLength(1)
})

test('a session ends after a week without use, and one in use goes on', async () => {
  const { cookie: used } = await addAccount({ email: 'idle@example.com' })
  const left = cookieOf(await logInAs('idle@example.com'))
  expect(await whoAt(used, day(6))).toBe('idle@example.com')
  expect(await whoAt(left, day(7))).toBe('idle@example.com')
  expect(await whoAt(used, day(13))).toBe('idle@example.com')
  expect(await whoAt(left, day(14).add({ seconds: 1 }))).toBeUndefined()
  expect(await whoAt(left, day(7))).toBeUndefined()
  await tidyAccounts(day(21))
  expect(await whoAt(used, day(13))).toBeUndefined()
})

test('an account lists its sessions, and ends one of them and no other', async () => {
  const { accountId, cookie: here } = await addAccount({ email: 'list@example.com' })
  const { accountId: other } = await addAccount({ email: 'else@example.com' })
  const phone = cookieOf(await logInAs('list@example.com', { userAgent: PHONE }))
  const list = () => listSessions(request(here), accountId, NOON)
  const [first, second, ...more] = await list()
  expect(first).toMatchObject({ device: null, isHere: true, usedAt: NOON })
  expect(second).toMatchObject({ device: 'Chrome, Android', isHere: false, since: NOON })
  expect(more).toEqual([])

  await endOneSession(other, second?.sessionId ?? '')
  expect(await who(phone)).toBe('list@example.com')
  await endOneSession(accountId, second?.sessionId ?? '')
  await endOneSession(accountId, second?.sessionId ?? '')
  expect([await who(phone), await who(here)]).toEqual([undefined, 'list@example.com'])
  expect(await list()).toHaveLength(1)
})

test.each([
  ['another password', 'wrong@example.com', 'eight green buses'],
  ['none', 'wrong@example.com', ''],
  ['one that is no password', 'wrong@example.com', 'x'.repeat(5000)],
  ['an address without account', 'nobody@example.com', PASSWORD],
  ['no address', '', PASSWORD],
  ['something that is no address', "' or 1=1 --", PASSWORD],
])('%s opens nothing', async (_what, email, password) => {
  if (!(await db.selectFrom('accounts').where('email', '=', 'wrong@example.com').execute()).length)
    await addAccount({ email: 'wrong@example.com' })
  expect(await logInAs(email, { password })).toEqual({ ok: false, reason: 'wrong-login' })
})
