import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MAX_ASKED_A_DAY, PROOF_HOURS } from '#modules/rules/kept.ts'
import { db } from '#platform/db.server.ts'
import {
  addAccount,
  askForAccount,
  cookieFrom,
  NOON,
  PASSWORD,
  readAll,
  readNewest,
  request,
  sendOwedMails,
  tokenIn,
} from '#test/fixtures/sample-accounts.server.ts'

import { optionsWith } from './auth.server.ts'
import { confirmAddress, findProof } from './confirm-address.server.ts'
import { findSignedIn, logIn } from './sessions.server.ts'
import { signUp } from './sign-up.server.ts'

const confirm = (proofId: string, more: { password?: string; now?: Temporal.Instant } = {}) =>
  confirmAddress({ proofId, password: PASSWORD, cookie: '', visitor: 'v', now: NOON, ...more })
const logInAs = (email: string, password = PASSWORD) =>
  logIn({ email, password, cookie: '', visitor: 'v', now: NOON })

test('the tables are those that the library expects', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(optionsWith('x'.repeat(40)))
  expect([toBeCreated, toBeAdded]).toEqual([[], []])
})

test('a visitor who signs up, opens the link and knows the password has an account and is logged in', async () => {
  await askForAccount({ email: 'Anna@Example.com', name: 'Anna Example', visitor: 'anna' })
  const mail = await readNewest('anna')
  expect(mail).toMatchObject({ to: 'anna@example.com', subject: 'Confirm your email address' })
  expect(mail.text).not.toContain('Anna Example')
  expect(await countAccounts()).toBe(0)

  const confirmed = await confirm(tokenIn(mail))
  const cookie = cookieFrom(confirmed.ok ? confirmed.setCookies : [])
  expect(await findSignedIn(request(cookie), NOON)).toMatchObject({
    name: 'Anna Example',
    email: 'anna@example.com',
  })
  expect(await logInAs('ANNA@example.com')).toMatchObject({ ok: true })
})

test('the session cookie is for our server alone, and contains no personal data', async () => {
  await addAccount({ email: 'cookie@example.com' })
  const session = await logInAs('cookie@example.com')
  const [set = '', ...others] = session.ok ? session.setCookies : []
  expect(others).toEqual([])
  expect(set).toMatch(/^session=[\w.%-]{60,};/)
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
    expect(set).toContain(part)
  }
  const row = await db
    .selectFrom('accountSessions')
    .select(['ipAddress', 'userAgent'])
    .executeTakeFirst()
  expect(row).toEqual({ ipAddress: '', userAgent: null })
})

test('before the address is proven there is no account, whatever the password', async () => {
  await askForAccount({ email: 'early@example.com' })
  expect(await logInAs('early@example.com')).toEqual({ ok: false, reason: 'wrong-login' })
})

test('the link alone makes no account: it may be in another person’s mailbox', async () => {
  await askForAccount({ email: 'victim@example.com', visitor: 'attacker' })
  const proofId = tokenIn(await readNewest('attacker'))
  const wrong = await confirm(proofId, { password: 'not what was chosen' })
  expect(wrong).toEqual({ ok: false, reason: 'wrong-password' })
  expect(await findProof(proofId, NOON)).toBeDefined()
  expect(await confirm(proofId)).toMatchObject({ ok: true })
})

test('the link is valid for a day, to the second', async () => {
  await askForAccount({ email: 'slow@example.com' })
  const proofId = tokenIn(await readNewest('slow@example.com'))
  const end = NOON.add({ hours: PROOF_HOURS })
  expect(await confirm(proofId, { now: end })).toEqual({ ok: false, reason: 'link-spent' })
  expect(await confirm(proofId, { now: end.subtract({ seconds: 1 }) })).toMatchObject({ ok: true })
})

test('fifty taps on the link make one account', async () => {
  await askForAccount({ email: 'eager@example.com' })
  const proofId = tokenIn(await readNewest('eager@example.com'))
  const before = await countAccounts()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => confirm(proofId)))
  expect(outcomes.some(({ ok }) => ok)).toBe(true)
  expect(await countAccounts()).toBe(before + 1)
  expect(await confirm(proofId)).toEqual({ ok: false, reason: 'link-spent' })
})

test('of two sign-ups with one address, the first to open its link gets the account', async () => {
  await askForAccount({ email: 'two@example.com', visitor: 'one', password: 'first of the two' })
  await askForAccount({ email: 'two@example.com', visitor: 'other', password: 'other of the two' })
  const [first, other] = [tokenIn(await readNewest('one')), tokenIn(await readNewest('other'))]
  expect(await confirm(other, { password: 'other of the two' })).toMatchObject({ ok: true })
  expect(await confirm(first, { password: 'first of the two' })).toMatchObject({ ok: false })
  expect(await logInAs('two@example.com', 'other of the two')).toMatchObject({ ok: true })
})

test('a sign-up with an existing account changes nothing, and its owner gets an email', async () => {
  await addAccount({ email: 'twice@example.com', visitor: 'owner' })
  await askForAccount({ email: 'twice@example.com', password: 'some other one', visitor: 'who' })
  expect(await readAll('who')).toEqual([])
  expect(await readNewest('owner')).toMatchObject({ subject: 'You already have an account' })
  expect(await logInAs('twice@example.com', 'some other one')).toMatchObject({ ok: false })
  expect(await logInAs('twice@example.com')).toMatchObject({ ok: true })
})

test('all problems of a sign-up are listed together, and none of it is stored', async () => {
  const fields = { name: '', email: 'anna@', password: 'short', termsAccepted: false }
  const outcome = await signUp({ fields, locale: 'en', visitor: 'v', now: NOON })
  const reasons = outcome.ok ? [] : outcome.refusals.map(({ reason }) => reason)
  expect(reasons).toEqual([
    'own-name-missing',
    'email-malformed',
    'password-too-short',
    'account-terms-not-accepted',
  ])
  const kept = await db.selectFrom('addressProofs').where('email', '=', 'anna@').execute()
  expect(kept).toEqual([])
})

test('a name that is the address of a site is refused, so no mail carries it', async () => {
  const name = 'You won: www.evil.example'
  const fields = { name, email: 'site@example.com', password: PASSWORD, termsAccepted: true }
  expect(await signUp({ fields, locale: 'en', visitor: 'v', now: NOON })).toEqual({
    ok: false,
    reason: 'fields',
    refusals: [{ ok: false, reason: 'name-with-site' }],
  })
})

test('an address gets a limited number of requested mails a day', async () => {
  const fields = { name: 'Anna', password: PASSWORD, termsAccepted: true }
  const anna = { fields: { ...fields, email: 'pestered@example.com' }, visitor: 'pestered' }
  const ask = (now: Temporal.Instant) => signUp({ ...anna, locale: 'el', now })
  for (let times = 0; times < MAX_ASKED_A_DAY + 2; times++) await ask(NOON)
  await sendOwedMails()
  expect(await readAll('pestered')).toHaveLength(MAX_ASKED_A_DAY)
  await ask(NOON.add({ hours: 24, seconds: 1 }))
  await sendOwedMails(NOON.add({ hours: 24, seconds: 1 }))
  const mails = await readAll('pestered')
  expect(mails).toHaveLength(MAX_ASKED_A_DAY + 1)
  expect(mails[0]?.subject).toBe('Επιβεβαιώστε τη διεύθυνσή σας')
})

test('access tokens are forgotten with the mail, and no password is stored as it is', async () => {
  await addAccount({ email: 'kept@example.com' })
  const mails = await db.selectFrom('mails').select('proofId').execute()
  expect(mails.filter(({ proofId }) => proofId !== null)).toEqual([])
  const { rows } = await sql<{ password: string }>`
    select password from account_passwords union all select password_hash from address_proofs`.execute(
    db,
  )
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

async function countAccounts(): Promise<number> {
  return (await db.selectFrom('accounts').select('id').execute()).length
}
