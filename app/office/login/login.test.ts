import { expect, test } from 'vitest'

import { guard } from '#app/office/guard.server.ts'
import {
  action as invitationAction,
  loader as invitationLoader,
} from '#app/office/invitation/page.tsx'
import { codeOf, stepAt } from '#modules/staff/keys/totp.server.ts'
import { inviteMember } from '#modules/staff/people/invite.server.ts'
import { findStaff } from '#modules/staff/sign-in/find-staff.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import type { Locale } from '#platform/locale.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { makePasskey } from '#test/fixtures/pretend-passkey.ts'

import { action, loader } from './page.tsx'

const PASSWORD = 'ten buses over the bridge'
const LOGIN = '/office/login'

/** A browser that keeps its cookies. */
function newBrowser() {
  const cookies = new Map<string, string>()
  const browser = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    key: '',
  })
  return {
    keep: (setCookies: readonly string[]) => {
      for (const one of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    },
    browser,
    async findStaff() {
      const headers = { cookie: browser().cookie }
      return findStaff(new Request('http://localhost:3000/office', { headers }), now())
    },
  }
}

type Browser = ReturnType<typeof newBrowser>

async function logIn(at: Browser, form: Record<string, string>, path = LOGIN) {
  const answer = await openPage<{ problems?: { sentence: string }[] }>(action, path, {
    browser: at.browser(),
    form,
    pattern: LOGIN,
    guard,
  })
  at.keep(answer.setCookies)
  return answer
}

type View = {
  step: string
  authenticator: { secret: string; sealed: string; address: string }
  passkey: { challenge: string; relyingParty: string }
  codes: string[]
  sealed: string
  problems: { fieldId: string; sentence: string }[]
}

async function newInvitation(email: string, locale: Locale = 'en') {
  const invited = await inviteMember({
    by: { kind: 'admin', name: 'test' },
    name: 'Eleni Example',
    email,
    roles: ['seller'],
    locale,
    now: now(),
  })
  if (!invited.ok) throw new Error(invited.reason)
  const { token, staffId } = invited
  const asked = { pattern: '/office/invitation/:token', guard, params: { token } }
  const path = `/office/invitation/${token}`
  return {
    staffId,
    open: async (at: Browser) =>
      (await openPage<View>(invitationLoader, path, { ...asked, browser: at.browser() })).shown,
    send: async (at: Browser, form: Record<string, string>) => {
      const answer = await openPage<View>(invitationAction, path, {
        ...asked,
        browser: at.browser(),
        form,
      })
      at.keep(answer.setCookies)
      return answer
    },
  }
}

const codeNow = (secret: string) => codeOf(secret, stepAt(now()))

test('an invitation leads over password, authenticator and recovery codes into the office', async () => {
  const { open, send, staffId } = await newInvitation('eleni@halcyon.example')
  const at = newBrowser()
  expect(await open(at)).toMatchObject({ step: 'password', name: 'Eleni Example' })
  const short = await send(at, { intent: 'password', 'new-password': 'elevenchars' })
  expect(short).toMatchObject({
    status: 422,
    shown: { problems: [{ sentence: 'Choose a password of at least 12 characters.' }] },
  })
  expect((await send(at, { intent: 'password', 'new-password': PASSWORD })).status).toBe(303)
  expect(await at.findStaff()).toBeUndefined()

  const { authenticator } = await open(at)
  const { sealed, secret } = authenticator
  const wrong = await send(at, { intent: 'factor', sealed, 'first-code': '000000' })
  expect(wrong).toMatchObject({ status: 422, shown: { authenticator: { secret } } })
  expect(
    (await send(at, { intent: 'finish', sealed, 'recovery-code': '00000-00000' })).status,
  ).toBe(422)
  expect((await send(at, { intent: 'factor', sealed, 'first-code': codeNow(secret) })).status).toBe(
    303,
  )
  expect(await at.findStaff()).toBeUndefined()

  const offered = await open(at)
  expect(new Set(offered.codes).size).toBe(10)
  const missed = await send(at, {
    intent: 'finish',
    sealed: offered.sealed,
    'recovery-code': 'not one',
  })
  expect(missed).toMatchObject({ status: 422, shown: { codes: offered.codes } })
  const code = offered.codes[7] ?? ''
  const finished = await send(at, {
    intent: 'finish',
    sealed: offered.sealed,
    'recovery-code': code,
  })
  expect(finished).toMatchObject({ status: 303, location: '/office' })
  expect(await at.findStaff()).toMatchObject({ staffId, roles: ['seller'] })
  expect(await open(at)).toMatchObject({ step: 'over' })

  shiftClock({ minutes: 1 })
  const later = newBrowser()
  const step = await logIn(
    later,
    { intent: 'password', email: 'Eleni@halcyon.example', password: PASSWORD },
    `${LOGIN}?next=/office/find`,
  )
  expect(step).toMatchObject({
    status: 303,
    location: '/office/login?step=code&next=%2Foffice%2Ffind',
  })
  const entered = await logIn(later, { intent: 'code', code: codeNow(secret) }, step.location)
  expect(entered).toMatchObject({ status: 303, location: '/office/find' })
  expect(await later.findStaff()).toMatchObject({ staffId })
})

test('the office opens in the language of its member, whatever the log-in was shown in', async () => {
  const { open, send } = await newInvitation('giorgos@halcyon.example', 'el')
  const at = newBrowser()
  await send(at, { intent: 'password', 'new-password': PASSWORD })
  const { sealed, secret } = (await open(at)).authenticator
  await send(at, { intent: 'factor', sealed, 'first-code': codeNow(secret) })
  const offered = await open(at)
  const last = { sealed: offered.sealed, 'recovery-code': offered.codes[0] ?? '' }
  expect((await send(at, { intent: 'finish', ...last })).location).toBe('/el/office')

  shiftClock({ minutes: 1 })
  const later = newBrowser()
  await logIn(later, { intent: 'password', email: 'giorgos@halcyon.example', password: PASSWORD })
  const path = `${LOGIN}?step=code&next=/office/find%3Fq=nikos`
  const entered = await logIn(later, { intent: 'code', code: codeNow(secret) }, path)
  expect(entered.location).toBe('/el/office/find?q=nikos')
})

test('an invitation is used once: another browser with the same link gets nothing', async () => {
  const { open, send } = await newInvitation('once@halcyon.example')
  const [one, other] = [newBrowser(), newBrowser()]
  expect(await open(other)).toMatchObject({ step: 'password' })
  const password = { intent: 'password', 'new-password': PASSWORD }
  const answers = await Promise.all([send(one, password), send(other, password)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422])
  const late = newBrowser()
  expect(await open(late)).toMatchObject({ step: 'over' })
  expect((await send(late, password)).status).toBe(422)
  expect(await send(late, { intent: 'factor', 'first-code': '123456', sealed: 'x' })).toMatchObject(
    {
      status: 422,
      shown: { step: 'over' },
    },
  )
})

test('an invitation ends after 72 hours', async () => {
  const { open } = await newInvitation('late@halcyon.example')
  shiftClock({ hours: 71, minutes: 59 })
  expect(await open(newBrowser())).toMatchObject({ step: 'password' })
  shiftClock({ minutes: 1 })
  expect(await open(newBrowser())).toMatchObject({ step: 'over' })
})

test('a passkey is enrolled instead of an authenticator, and opens the office without a password', async () => {
  const { open, send, staffId } = await newInvitation('key@halcyon.example')
  const at = newBrowser()
  const passkey = makePasskey()
  await send(at, { intent: 'password', 'new-password': PASSWORD })
  const asked = (await open(at)).passkey
  const unverified = passkey.register(asked, { unverified: true })
  expect((await send(at, { intent: 'factor', registration: unverified })).status).toBe(422)
  const registration = passkey.register(asked)
  expect((await send(at, { intent: 'factor', registration })).status).toBe(303)
  const { codes, sealed } = await open(at)
  expect(
    (await send(at, { intent: 'finish', sealed, 'recovery-code': codes[0] ?? '' })).status,
  ).toBe(303)

  const later = newBrowser()
  const { shown } = await openPage<View>(loader, LOGIN, {
    browser: later.browser(),
    pattern: LOGIN,
    guard,
  })
  const assertion = passkey.assert(shown.passkey)
  expect(await logIn(later, { intent: 'passkey', assertion })).toMatchObject({
    status: 303,
    location: '/office',
  })
  expect(await later.findStaff()).toMatchObject({ staffId })
  expect((await logIn(newBrowser(), { intent: 'passkey', assertion })).status).toBe(422)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/office//evil.example',
  '/account',
  '/office/../account',
  '/office\\evil',
  '/officers',
])('a log-in does not lead to %s', async (next) => {
  const path = `${LOGIN}?next=${encodeURIComponent(next)}`
  expect((await enterAs('seller', path)).location).toBe('/office')
})

function enterAs(role: string, path = LOGIN) {
  return logIn(newBrowser(), { intent: 'enter', role }, path)
}

test.each([
  ['driver', '/office/boarding'],
  ['seller', '/office'],
])('the office opens for a %s on %s, or on the page that was asked for', async (role, home) => {
  expect((await enterAs(role)).location).toBe(home)
  const path = `${LOGIN}?next=${encodeURIComponent('/office/me')}`
  expect((await enterAs(role, path)).location).toBe('/office/me')
})

test('a demonstration on this machine is entered with one press, as each role', async () => {
  const at = newBrowser()
  expect(await logIn(at, { intent: 'enter', role: 'dispatcher' })).toMatchObject({ status: 303 })
  expect(await at.findStaff()).toMatchObject({ name: 'Maria Georgiou', roles: ['dispatcher'] })
  expect((await enterAs('emperor')).location).toBe('/office/login')
})

test('a log-in ends the session that the browser had before', async () => {
  const [at, thief] = [newBrowser(), newBrowser()]
  thief.keep((await logIn(at, { intent: 'enter', role: 'dispatcher' })).setCookies)
  expect(await thief.findStaff()).toMatchObject({ roles: ['dispatcher'] })
  await logIn(at, { intent: 'enter', role: 'seller' })
  expect(await at.findStaff()).toMatchObject({ roles: ['seller'] })
  expect(await thief.findStaff()).toBeUndefined()
})

test('from another machine a demonstration is not entered, unless a setting says so', async () => {
  const at = newBrowser()
  const answer = await logIn(
    at,
    { intent: 'enter', role: 'owner' },
    'http://office.example/office/login',
  )
  expect(answer.location).toBe('/office/login')
  expect(await at.findStaff()).toBeUndefined()
  const { shown } = await openPage<{ isDemonstration: boolean }>(
    loader,
    'http://office.example/office/login',
    { pattern: LOGIN, guard },
  )
  expect(shown.isDemonstration).toBe(false)
})

test('an unknown address and a wrong password get the same page', async () => {
  await newInvitation('known@halcyon.example')
  const answers = await Promise.all(
    ['known@halcyon.example', 'nobody@halcyon.example'].map((email) =>
      logIn(newBrowser(), { intent: 'password', email, password: 'some guess of mine' }),
    ),
  )
  const [one, other] = answers.map(({ status, shown, setCookies }) => ({
    status,
    problems: shown.problems,
    setCookies,
  }))
  expect(one).toEqual(other)
  expect(one).toMatchObject({ status: 422, problems: [{ fieldId: 'password' }] })
})
