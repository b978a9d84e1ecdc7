import { expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import {
  addAccount,
  NOON,
  PASSWORD,
  readAll,
  readNewest,
  request,
  sendOwedMails,
  tokenIn,
} from '#test/fixtures/sample-accounts.server.ts'

import { askForReset, findReset, resetPassword } from './reset-password.server.ts'
import { findSignedIn, logIn } from './sessions.server.ts'

const logInAs = (email: string, password: string) =>
  logIn({ email, password, cookie: '', visitor: email, now: NOON })

/** Returns the token of the link in the mail. */
async function forget(email: string): Promise<string> {
  await askForReset({ email, locale: 'en', visitor: 'anybody', now: NOON })
  await sendOwedMails()
  return tokenIn(await readNewest(email))
}

test('a traveller who forgot the password sets a new one by a link, and every old session ends', async () => {
  const { cookie } = await addAccount({ email: 'anna@example.com' })
  const token = await forget('anna@example.com')
  expect(await findReset(token)).toMatchObject({ email: 'anna@example.com' })
  const outcome = await resetPassword({ token, password: 'three buses to the sea', now: NOON })
  expect(outcome).toEqual({ ok: true })
  expect(await findSignedIn(request(cookie), NOON)).toBeUndefined()
  expect(await logInAs('anna@example.com', PASSWORD)).toMatchObject({ ok: false })
  expect(await logInAs('anna@example.com', 'three buses to the sea')).toMatchObject({ ok: true })
  await sendOwedMails()
  expect((await readNewest('anna@example.com')).subject).toBe('Your password has changed')
})

test('fifty at once with the same link: one sets the password, and the others are refused', async () => {
  await addAccount({ email: 'fifty@example.com' })
  const token = await forget('fifty@example.com')
  const passwords = Array.from({ length: 50 }, (_, place) => `bus number ${place} to the sea`)
  const outcomes = await Promise.all(
    passwords.map((password) => resetPassword({ token, password, now: NOON })),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(new Set(outcomes.flatMap((one) => (one.ok ? [] : one.reason)))).toEqual(
    new Set(['link-spent']),
  )
  const winner = passwords[outcomes.findIndex(({ ok }) => ok)] ?? ''
  expect(await logInAs('fifty@example.com', winner)).toMatchObject({ ok: true })
  const mails = await db
    .selectFrom('mails')
    .select('mailId')
    .where('kind', '=', 'password-changed')
    .where('address', '=', 'fifty@example.com')
    .execute()
  expect(mails).toHaveLength(1)
})

test('a new password by one link leaves no other link that sets another', async () => {
  await addAccount({ email: 'three@example.com' })
  await addAccount({ email: 'neighbour@example.com' })
  const [first, second] = [await forget('three@example.com'), await forget('three@example.com')]
  const others = await forget('neighbour@example.com')
  const used = await resetPassword({ token: first, password: 'three buses to the sea', now: NOON })
  expect(used).toEqual({ ok: true })
  expect(await findReset(second)).toBeUndefined()
  const again = await resetPassword({ token: second, password: 'four buses uphill', now: NOON })
  expect(again).toEqual({ ok: false, reason: 'link-spent' })
  expect(await findReset(others)).toMatchObject({ email: 'neighbour@example.com' })
})

test('a refused password does not use up the link', async () => {
  await addAccount({ email: 'again@example.com' })
  const token = await forget('again@example.com')
  expect(await resetPassword({ token, password: 'password1', now: NOON })).toEqual({
    ok: false,
    reason: 'password-guessable',
  })
  const good = await resetPassword({ token, password: 'three buses to the sea', now: NOON })
  expect(good).toEqual({ ok: true })
})

test('an expired or unknown link opens nothing', async () => {
  await addAccount({ email: 'late@example.com' })
  const token = await forget('late@example.com')
  const past = Temporal.Now.instant().subtract({ seconds: 1 })
  await db.updateTable('accountTokens').set({ expiresAt: past }).execute()
  for (const one of [token, '', 'x', 'x'.repeat(5000), "' or 1=1"]) {
    expect(await findReset(one)).toBeUndefined()
    const outcome = await resetPassword({ token: one, password: 'buses to the sea', now: NOON })
    expect(outcome).toEqual({ ok: false, reason: 'link-spent' })
  }
})

test('the stored form of a link does not open anything', async () => {
  await addAccount({ email: 'stored@example.com' })
  const token = await forget('stored@example.com')
  const rows = await db.selectFrom('accountTokens').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const { identifier } of rows) expect(await findReset(identifier)).toBeUndefined()
})

test('an address without account gets no mail, and an invalid one is refused', async () => {
  const asked = { locale: 'en', visitor: 'curious', now: NOON } as const
  expect(await askForReset({ ...asked, email: 'nobody@example.com' })).toEqual({ ok: true })
  await sendOwedMails()
  expect(await readAll('curious')).toEqual([])
  expect(await askForReset({ ...asked, email: 'nobody' })).toMatchObject({ ok: false })
  expect(await askForReset({ ...asked, email: '' })).toMatchObject({ ok: false })
})
