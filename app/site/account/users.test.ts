import { afterEach, expect, test } from 'vitest'

import * as mailbox from '#app/site/mailbox/page.tsx'
import { now, shiftClock } from '#platform/clock.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { addBrowser, openPage, type TestBrowser } from '#test/fixtures/open-page.ts'
import {
  cookieFrom,
  PASSWORD,
  readNewest,
  sendOwedMails,
  tokenIn,
} from '#test/fixtures/sample-accounts.server.ts'

import * as confirm from './confirm.tsx'
import * as forgot from './forgot-password.tsx'
import * as login from './log-in.tsx'
import * as account from './page.tsx'
import * as reset from './reset-password.tsx'
import * as signup from './sign-up.tsx'
import type { AccountAnswer } from './view.ts'

let address = 0
/** Each test has its own network, since attempts are counted per network. */
const from = <Result>(run: () => Promise<Result>) => underRequestId(`10.0.${address}.1`, run)
afterEach(() => void (address += 1))

type Page = { loader?: unknown; action?: unknown }
type Form = Record<string, string>

const send = (page: Page, path: string, form: Form, browser?: TestBrowser) =>
  from(() =>
    openPage<AccountAnswer>(page.action as never, path, { form, ...(browser && { browser }) }),
  )
const look = <Shown>(page: Page, path: string, browser?: TestBrowser) =>
  from(() => openPage<Shown>(page.loader as never, path, browser && { browser }))

const ANNA = { name: 'Anna Example', password: PASSWORD, terms: 'yes' }

/** A browser that is logged in. */
async function join(email: string): Promise<TestBrowser> {
  const browser = addBrowser()
  await send(signup, '/users/signup', { ...ANNA, email }, browser)
  await sendMails()
  const token = tokenIn(await readNewest(browser.key))
  const path = `/users/confirm?token=${token}`
  const answer = await send(confirm, path, { token, 'confirm-password': PASSWORD }, browser)
  expect([answer.status, answer.location]).toEqual([303, '/account?news=confirmed'])
  return { ...browser, cookie: `${browser.cookie}; ${cookieFrom(answer.setCookies)}` }
}

async function sendMails(): Promise<void> {
  shiftClock({ seconds: 1 })
  await sendOwedMails(now())
}

test('an invalid sign-up is returned with all its problems, and without the password', async () => {
  const form = { name: '', email: 'anna', password: 'secret1', terms: '' }
  const { status, shown } = await send(signup, '/users/signup', form)
  expect(status).toBe(422)
  expect(shown.problems.map(({ fieldId }) => fieldId)).toEqual([
    'name',
    'email',
    'password',
    'terms',
  ])
  expect(JSON.stringify(shown)).not.toContain('secret1')
})

test('a mistyped domain is asked about once', async () => {
  const form = { ...ANNA, email: 'anna@gmial.com' }
  const asked = await send(signup, '/users/signup', form)
  expect(asked.shown.problems[0]?.sentence).toContain('anna@gmail.com')
  const kept = await send(signup, '/users/signup', { ...form, 'email-asked': 'anna@gmial.com' })
  expect(kept.location).toBe('/users/signup?sent')
})

test('the response for a known and an unknown address is identical', async () => {
  await join('known@example.com')
  for (const [page, path, form] of [
    [signup, '/el/users/signup', ANNA],
    [forgot, '/el/users/forgot-password', {}],
    [login, '/el/users/login', { 'log-in-password': 'The password is wrong' }],
  ] as const) {
    const [known, unknown] = await Promise.all(
      ['known@example.com', 'other@example.com'].map(async (email) => {
        const answer = await send(page, path, { ...form, email })
        return JSON.stringify({ ...answer, setCookies: answer.setCookies.length }).replaceAll(
          email,
          '',
        )
      }),
    )
    expect(known).toBe(unknown)
  }
})

test('a login leads to the account or to a known page, and never to another site', async () => {
  await join('next@example.com')
  const form = { email: 'next@example.com', 'log-in-password': PASSWORD }
  const leadsTo = async (next: string) =>
    (await send(login, '/el/users/login', { ...form, next })).location
  expect(await leadsTo('')).toBe('/el/account')
  expect(await leadsTo('cart')).toBe('/el/cart')
  for (const next of ['//evil.example', 'https://evil.example', '../x', 'constructor'])
    expect(await leadsTo(next)).toBe('/el/account')
})

test('visitors who are logged in skip the login pages, and all others are sent to them', async () => {
  const browser = await join('inside@example.com')
  expect(await look(login, '/users/login', browser)).toMatchObject({ location: '/account' })
  expect(await look(login, '/users/login?next=cart', browser)).toMatchObject({ location: '/cart' })
  expect(await look(signup, '/users/signup', browser)).toMatchObject({ location: '/account' })
  expect(await look(account, '/el/account')).toMatchObject({ location: '/el/users/login' })
  const erased = await send(account, '/account', { intent: 'erase', meant: 'yes' })
  expect(erased).toMatchObject({ status: 303, location: '/users/login' })
})

test('a spent link says so, and opening a valid one changes nothing', async () => {
  for (const token of ['', 'nonsense', '0'.repeat(26)]) {
    expect(
      (await look<{ email: null }>(confirm, `/users/confirm?token=${token}`)).shown.email,
    ).toBeNull()
    expect(
      (await look<{ email: null }>(reset, `/users/reset-password?token=${token}`)).shown.email,
    ).toBeNull()
  }
  const browser = addBrowser()
  await send(signup, '/users/signup', { ...ANNA, email: 'link@example.com' }, browser)
  await sendMails()
  const token = tokenIn(await readNewest(browser.key))
  for (let opened = 0; opened < 3; opened++) {
    const { shown } = await look<{ email: string }>(confirm, `/users/confirm?token=${token}`)
    expect(shown.email).toBe('link@example.com')
  }
  const form = { email: 'link@example.com', 'log-in-password': PASSWORD }
  expect((await send(login, '/users/login', form)).status).toBe(422)
})

test('password attempts from one place are limited across all accounts', async () => {
  const sentences: (string | undefined)[] = []
  for (let tries = 0; tries <= 20; tries++) {
    const form = { email: `somebody-${tries}@example.com`, 'log-in-password': 'a guess of mine' }
    const { status, shown } = await send(login, '/users/login', form)
    expect(status).toBe(422)
    sentences.push(shown.problems[0]?.sentence)
  }
  expect(sentences.pop()).toBe('Too many attempts. Please wait a few minutes and try again.')
  expect(new Set(sentences)).toEqual(
    new Set([expect.stringContaining('email address or password is wrong')]),
  )
})

test('password attempts on one account are limited across all places', async () => {
  const sentences: (string | undefined)[] = []
  for (let tries = 0; tries <= 50; tries++) {
    address += 1
    const form = { email: 'Popular@example.com', 'log-in-password': '' }
    sentences.push((await send(login, '/users/login', form)).shown.problems[0]?.sentence)
  }
  const most = sentences.pop()
  expect(new Set(sentences)).toEqual(
    new Set([expect.stringContaining('email address or password is wrong')]),
  )
  expect(most).toContain('Too many attempts')
})

/** Sixty wrong passwords from one place, and more from forty others. */
async function guessManyPasswords(email: string): Promise<void> {
  const form = { email, 'log-in-password': '' }
  for (let tries = 0; tries < 60; tries++) await send(login, '/users/login', form)
  for (let place = 0; place < 40; place++) {
    address += 1
    await send(login, '/users/login', form)
  }
  address += 1
}

test('sixty wrong passwords from one place do not lock the account', async () => {
  await join('calm@example.com')
  for (let tries = 0; tries < 60; tries++)
    await send(login, '/users/login', { email: 'calm@example.com', 'log-in-password': '' })
  address += 1
  const form = { email: 'calm@example.com', 'log-in-password': PASSWORD }
  expect((await send(login, '/users/login', form)).status).toBe(303)
})

test('strangers cannot lock out an owner in a known browser or with a session', async () => {
  const browser = await join('owner@example.com')
  const right = { email: 'Owner@example.com', 'log-in-password': PASSWORD }
  await guessManyPasswords('owner@example.com')

  expect((await send(login, '/users/login', right, addBrowser())).status).toBe(422)
  const wanted = { 'new-email': 'elsewhere@example.com', 'email-password': PASSWORD }
  const asked = await send(account, '/account', { intent: 'change-email', ...wanted }, browser)
  expect(asked.location).toBe('/account?news=email-asked')
  await send(account, '/account', { intent: 'log-out' }, browser)
  expect((await send(login, '/users/login', right, browser)).status).toBe(303)
})

test('a known browser is not a login, counts for its own account only, and gets no extra attempts', async () => {
  const browser = await join('bound@example.com')
  const [, cookie = ''] = /(?:^|; )(browser=[^;]+)/.exec(browser.cookie) ?? []
  const bare = { ...addBrowser(), cookie }
  expect((await look(account, '/account', bare)).location).toBe('/users/login')

  await guessManyPasswords('other-owner@example.com')
  await guessManyPasswords('bound@example.com')
  const status = async (email: string, value: string) => {
    const form = { email, 'log-in-password': PASSWORD }
    const { shown } = await send(login, '/users/login', form, { ...bare, cookie: value })
    return shown?.problems[0]?.sentence ?? 'in'
  }
  expect(await status('other-owner@example.com', cookie)).toContain('Too many')
  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const value of [forged, 'browser=', 'browser=a.b.c', cookie.replace('.', '.1')])
    expect(await status('bound@example.com', value)).toContain('Too many')
  const form = { email: 'bound@example.com', 'log-in-password': '' }
  for (let tries = 0; tries < 20; tries++) await send(login, '/users/login', form, bare)
  expect(await status('bound@example.com', cookie)).toContain('Too many')
})

test('correct passwords do not count: a whole hotel can log in behind one address', async () => {
  await join('hotel@example.com')
  const form = { email: 'hotel@example.com', 'log-in-password': PASSWORD }
  for (let guest = 0; guest < 25; guest++)
    expect((await send(login, '/users/login', form)).status).toBe(303)
})

test('an invalid address is refused before it counts', async () => {
  const wrong = { email: `${'x'.repeat(50_000)}@example.com`, 'log-in-password': 'a guess of mine' }
  for (let tries = 0; tries < 30; tries++) await send(login, '/users/login', wrong)
  const form = { email: 'somebody@example.com', 'log-in-password': 'a guess of mine' }
  const { shown } = await send(login, '/users/login', form)
  expect(shown.problems[0]?.sentence).toContain('email address or password is wrong')
})

test('requests for a password reset from one place are limited', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries <= 10; tries++) {
    const form = { email: `place-${tries}@example.com` }
    statuses.push((await send(forgot, '/users/forgot-password', form)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 422])
})

test('each form of the account page is returned separately, with its problems', async () => {
  const browser = await join('forms@example.com')
  const press = (intent: string, form: Form = {}) =>
    send(account, '/account', { intent, ...form }, browser)
  expect((await press('rename', { name: '' })).shown).toMatchObject({
    intent: 'rename',
    problems: [{ fieldId: 'name' }],
  })
  expect((await press('rename', { name: 'Anna E.' })).location).toBe('/account?news=renamed')
  expect((await press('change-email', { 'new-email': 'x' })).shown).toMatchObject({
    intent: 'change-email',
    problems: [{ fieldId: 'new-email' }],
    typed: { 'new-email': 'x' },
  })
  const wanted = { 'new-email': 'new@example.com', 'email-password': PASSWORD }
  expect((await press('change-email', wanted)).location).toBe('/account?news=email-asked')
  const weak = { 'current-password': PASSWORD, 'new-password': 'password' }
  expect((await press('change-password', weak)).shown.problems).toMatchObject([
    { fieldId: 'new-password' },
  ])
  const wrong = { 'current-password': 'a guess of mine', 'new-password': 'three buses to the sea' }
  expect((await press('change-password', wrong)).shown.problems).toMatchObject([
    { fieldId: 'current-password' },
  ])
  expect((await press('erase', { 'erase-password': PASSWORD })).shown.problems).toMatchObject([
    { fieldId: 'meant' },
  ])
  expect(
    (await press('erase', { meant: 'yes', 'erase-password': 'x' })).shown.problems,
  ).toMatchObject([{ fieldId: 'erase-password' }])
  expect((await press('nonsense')).location).toBe('/account')
})

test('after a logout the browser knows no visitor', async () => {
  const browser = await join('leaves@example.com')
  const left = await send(account, '/account', { intent: 'log-out' }, browser)
  expect(left.location).toBe('/users/login?news=logged-out')
  expect(left.setCookies.some((one) => /^session=;.*Max-Age=0/.test(one))).toBe(true)
  const visitor = left.setCookies.find((one) => one.startsWith('visitor='))
  expect(visitor).toBeDefined()
  expect(browser.cookie).not.toContain(visitor?.split(';')[0])
  expect((await look(account, '/account', browser)).location).toBe('/users/login')
})

test('an erased account is gone, and the page confirms it', async () => {
  const browser = await join('gone@example.com')
  const form = { intent: 'erase', meant: 'yes', 'erase-password': PASSWORD }
  const gone = await send(account, '/account', form, browser)
  expect(gone.location).toBe('/users/login?news=erased')
  const again = { email: 'gone@example.com', 'log-in-password': PASSWORD }
  expect((await send(login, '/users/login', again)).status).toBe(422)
  expect((await look<{ news: string }>(login, gone.location)).shown.news).toBe('erased')
  expect((await look<{ news: null }>(login, '/users/login?news=<b>x')).shown.news).toBeNull()
})

test("after a logout and a login the account's emails are visible, in this browser and in others", async () => {
  const browser = await join('again@example.com')
  const first = await titles(browser)
  expect(first).toHaveLength(1)

  const left = await send(account, '/account', { intent: 'log-out' }, browser)
  const kept = left.setCookies.filter((one) => one.startsWith('visitor='))
  const after = { ...browser, cookie: cookieFrom(kept) }
  expect(await titles(after)).toEqual([])

  const form = { email: 'Again@example.com', 'log-in-password': PASSWORD }
  for (const other of [after, addBrowser()]) {
    const answer = await send(login, '/users/login', form, other)
    expect(answer.status).toBe(303)
    const cookie = `${other.cookie}; ${cookieFrom(answer.setCookies)}`
    expect(await titles({ ...other, cookie })).toEqual(first)
  }
})

/** The subjects in the mailbox that a browser sees. */
async function titles(browser: TestBrowser): Promise<string[]> {
  const { shown } = await look<{ mails: { subject: string }[] }>(mailbox, '/mailbox', browser)
  return shown.mails.map(({ subject }) => subject)
}
