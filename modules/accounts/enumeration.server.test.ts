import { Client } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'

import { db } from '#platform/db.server.ts'
import { addAccount, NOON, PASSWORD } from '#test/fixtures/sample-accounts.server.ts'

import { hashPassword, isHashOf } from './hash-password.server.ts'
import { askForReset } from './reset-password.server.ts'
import { logIn } from './sessions.server.ts'
import { signUp } from './sign-up.server.ts'

/*
 * A visitor cannot learn which addresses have an account: known and unknown ones get the same
 * answer, write the same rows and take the same work. The work is counted, since measured times
 * vary on a busy machine: hashing a password takes thirty times as long as everything else.
 */

vi.mock(import('./hash-password.server.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    hashPassword: vi.fn<typeof real.hashPassword>(real.hashPassword),
    isHashOf: vi.fn<typeof real.isHashOf>(real.isHashOf),
  }
})

const ROUNDS = 3

const query = vi.spyOn(Client.prototype, 'query')
afterAll(() => {
  vi.doUnmock('./hash-password.server.ts')
  vi.restoreAllMocks()
})

const ASKING: Record<string, (email: string) => Promise<unknown>> = {
  'logs in': (email) =>
    logIn({ email, password: 'The password is wrong', cookie: '', visitor: 'v', now: NOON }),
  'signs up': (email) =>
    signUp({
      fields: { name: 'Anna', email, password: PASSWORD, termsAccepted: true },
      locale: 'en',
      visitor: 'v',
      now: NOON,
    }),
  'has forgotten the password': (email) =>
    askForReset({ email, locale: 'en', visitor: 'v', now: NOON }),
}

test.each([
  ['logs in', 1],
  ['signs up', 1],
  ['has forgotten the password', 0],
])('a visitor who %s does not learn whether the address has an account', async (what, hashes) => {
  const ask = ASKING[what] ?? (() => Promise.resolve())
  const known = `known-${what.replaceAll(' ', '-')}@example.com`
  await addAccount({ email: known })
  await ask('first@example.com')

  for (let round = 0; round < ROUNDS; round++) {
    const unknown = `unknown-${round}-${what.replaceAll(' ', '-')}@example.com`
    const [one, other] = [await measure(() => ask(known)), await measure(() => ask(unknown))]
    expect(one).toEqual(other)
    expect(one.work).toEqual({ hashes, statements: expect.toSatisfy((count) => count > 0) })
    await db.deleteFrom('mails').where('address', '=', known).execute()
  }
})

/** The answer, the rows written, and the work done. */
async function measure(ask: () => Promise<unknown>) {
  const before = await countRows()
  const hashes = countHashes()
  query.mockClear()
  const answer = await ask()
  const work = { hashes: countHashes() - hashes, statements: query.mock.calls.length }
  const after = await countRows()
  return { answer, work, written: after.map((count, place) => count - (before[place] ?? 0)) }
}

function countHashes(): number {
  return vi.mocked(hashPassword).mock.calls.length + vi.mocked(isHashOf).mock.calls.length
}

function countRows(): Promise<number[]> {
  const tables = ['accounts', 'accountSessions', 'accountTokens', 'addressProofs', 'mails']
  return Promise.all(
    tables.map(async (table) => {
      const rows = await db
        .selectFrom(table as 'accounts')
        .selectAll()
        .execute()
      return rows.length
    }),
  )
}
