import { expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import {
  addAccount,
  cookieFrom,
  NOON,
  PASSWORD,
  readAll,
  readNewest,
  request,
  sendOwedMails,
  tokenIn,
} from '#test/fixtures/sample-accounts.server.ts'

import { askForNewEmail, changePassword, rename } from './change-account.server.ts'
import { confirmAddress, findProof } from './confirm-address.server.ts'
import { askForReset, findReset } from './reset-password.server.ts'
import { findSignedIn, logIn, type SignedIn } from './sessions.server.ts'

const OTHER = 'three buses to the sea'

async function addSignedIn(email: string): Promise<{ account: SignedIn; cookie: string }> {
  const { cookie } = await addAccount({ email })
  const account = await findSignedIn(request(cookie), NOON)
  if (!account) throw new Error('not signed in')
  return { account, cookie }
}

const isSignedIn = async (cookie: string) => Boolean(await findSignedIn(request(cookie), NOON))
const logInAs = (email: string, password = PASSWORD) =>
  logIn({ email, password, cookie: '', visitor: email, now: NOON })

test('a new password ends every session, the thief’s included, and the owner gets an email', async () => {
  const { account, cookie } = await addSignedIn('anna@example.com')
  const stolen = await logInAs('anna@example.com')
  const thief = cookieFrom(stolen.ok ? stolen.setCookies : [])
  const changed = await changePassword({
    account,
    current: PASSWORD,
    wanted: OTHER,
    cookie,
    now: NOON,
  })
  expect(changed).toMatchObject({ ok: true })
  const renewed = cookieFrom(changed.ok ? changed.setCookies : [])
  expect([await isSignedIn(thief), await isSignedIn(cookie)]).toEqual([false, false])
  expect(await isSignedIn(renewed)).toBe(true)
  expect(await logInAs('anna@example.com')).toMatchObject({ ok: false })
  expect(await logInAs('anna@example.com', OTHER)).toMatchObject({ ok: true })
  await sendOwedMails()
  expect((await readNewest('anna@example.com')).subject).toBe('Your password has changed')
})

async function askForTwoLinks(account: SignedIn): Promise<{ reset: string; proofId: string }> {
  const { email } = account
  const rest = { locale: 'en', visitor: email, now: NOON } as const
  await askForReset({ email, ...rest })
  await sendOwedMails()
  const reset = tokenIn(await readNewest(email))
  const asked = { account, email: `other-${email}`, password: PASSWORD, ...rest }
  expect(await askForNewEmail(asked)).toEqual({ ok: true })
  await sendOwedMails()
  return { reset, proofId: tokenIn(await readNewest(email)) }
}

test('no link that was mailed before opens anything after a new password', async () => {
  const { account, cookie } = await addSignedIn('links@example.com')
  const { reset, proofId } = await askForTwoLinks(account)
  const change = { account, current: PASSWORD, wanted: OTHER, cookie, now: NOON }
  expect(await changePassword(change)).toMatchObject({ ok: true })
  expect(await findReset(reset)).toBeUndefined()
  expect(await findProof(proofId, NOON)).toBeUndefined()
})

test('no link that was mailed before opens anything after a new address', async () => {
  const { account } = await addSignedIn('moves@example.com')
  const { reset, proofId } = await askForTwoLinks(account)
  const taken = { proofId, password: PASSWORD, cookie: '', visitor: 'v', now: NOON }
  const other = await askForTwoLinks(account)
  expect(await confirmAddress(taken)).toMatchObject({ ok: true })
  expect(await findReset(reset)).toBeUndefined()
  expect(await findReset(other.reset)).toBeUndefined()
  expect(await findProof(other.proofId, NOON)).toBeUndefined()
})

test('an ended session changes no password', async () => {
  const { account, cookie } = await addSignedIn('stale@example.com')
  const change = (wanted: string, current: string) =>
    changePassword({ account, current, wanted, cookie, now: NOON })
  expect(await change(OTHER, PASSWORD)).toMatchObject({ ok: true })
  expect(await change('four buses to the hills', OTHER)).toEqual({
    ok: false,
    reason: 'wrong-password',
  })
})

test('an unlocked phone changes nothing that matters without the password', async () => {
  const { account, cookie } = await addSignedIn('phone@example.com')
  const wrong = { ok: false, reason: 'wrong-password' }
  const password = { account, current: 'a guess of mine', wanted: OTHER, cookie, now: NOON }
  expect(await changePassword(password)).toEqual(wrong)
  const email = { account, email: 'thief@example.com', password: 'a guess of mine' }
  const rest = { locale: 'en', visitor: 'thief', now: NOON } as const
  expect(await askForNewEmail({ ...email, ...rest })).toEqual(wrong)
  await sendOwedMails()
  expect(await readAll('thief')).toEqual([])
})

test('a guessable password is refused before the old one is checked', async () => {
  const { account, cookie } = await addSignedIn('guess@example.com')
  const asked = { account, current: PASSWORD, wanted: 'guess@example.com', cookie, now: NOON }
  expect(await changePassword(asked)).toEqual({ ok: false, reason: 'password-guessable' })
})

test('a new address counts once its link is opened there, and the old one gets an email', async () => {
  const { account, cookie } = await addSignedIn('old@example.com')
  const rest = { locale: 'en', visitor: 'old@example.com', now: NOON } as const
  const asked = { account, email: 'New@Example.com', password: PASSWORD, ...rest }
  expect(await askForNewEmail(asked)).toEqual({ ok: true })
  await sendOwedMails()
  const mail = await readNewest('old@example.com')
  expect(mail).toMatchObject({ to: 'new@example.com', subject: 'Confirm your new email address' })
  expect(await findSignedIn(request(cookie), NOON)).toMatchObject({ email: 'old@example.com' })

  const proofId = tokenIn(mail)
  const confirm = (password: string) =>
    confirmAddress({ proofId, password, cookie: '', visitor: 'v', now: NOON })
  expect(await confirm('a guess of mine')).toEqual({ ok: false, reason: 'wrong-password' })
  expect(await confirm(PASSWORD)).toMatchObject({ ok: true })
  expect(await confirm(PASSWORD)).toEqual({ ok: false, reason: 'link-spent' })
  expect(await findSignedIn(request(cookie), NOON)).toMatchObject({ email: 'new@example.com' })
  expect(await logInAs('old@example.com')).toMatchObject({ ok: false })
  await sendOwedMails()
  const notified = (await readAll('old@example.com')).find(({ to }) => to === 'old@example.com')
  expect(notified?.subject).toBe('Your account’s email address has changed')
  expect(notified?.text).not.toContain('new@example.com')
})

test('an address that has an account is not given to another, and the response does not reveal it', async () => {
  const { account } = await addSignedIn('wants@example.com')
  await addSignedIn('taken@example.com')
  const rest = { locale: 'en', visitor: 'wants@example.com', now: NOON } as const
  const asked = { account, email: 'taken@example.com', password: PASSWORD, ...rest }
  expect(await askForNewEmail(asked)).toEqual({ ok: true })
  await sendOwedMails()
  const mail = await readNewest('taken@example.com')
  expect(mail.subject).toBe('You already have an account')
  expect((await readAll('wants@example.com')).map(({ to }) => to)).toEqual(['wants@example.com'])

  const { proofId } = await db
    .selectFrom('addressProofs')
    .select('proofId')
    .where('email', '=', 'taken@example.com')
    .executeTakeFirstOrThrow()
  const guessed = { proofId, password: PASSWORD, cookie: '', visitor: 'v', now: NOON }
  expect(await confirmAddress(guessed)).toEqual({ ok: false, reason: 'link-spent' })
})

test('a name can be changed, and the audit stores no names', async () => {
  const { account, cookie } = await addSignedIn('name@example.com')
  expect(await rename({ account, now: NOON }, 'Άννα Παράδειγμα')).toEqual({ ok: true })
  expect(await findSignedIn(request(cookie), NOON)).toMatchObject({ name: 'Άννα Παράδειγμα' })
  expect(await rename({ account, now: NOON }, '')).toEqual({
    ok: false,
    reason: 'own-name-missing',
  })
  expect(await rename({ account, now: NOON }, 'You won: www.evil.example')).toEqual({
    ok: false,
    reason: 'name-with-site',
  })
  const entries = await db
    .selectFrom('auditEntries')
    .select(['action', 'before', 'after'])
    .where('subject', '=', `account:${account.accountId}`)
    .execute()
  expect(entries).toEqual([{ action: 'changed', before: null, after: { fields: ['name'] } }])
})
