import { expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'

import { addAccount, NOON, PASSWORD } from './sample-accounts.server.ts'
import { askForReset } from './reset-password.server.ts'
import { logIn } from './sessions.server.ts'
import { signUp } from './sign-up.server.ts'

/*
 * Nobody learns who has an account: what is known and what is unknown is answered alike, writes the
 * same rows and takes the same time. One that hashed no password would be thirty times as fast.
 */

const ROUNDS = 9
const MOST_TIMES_SLOWER = 2.5

const ASKING: Record<string, (email: string) => Promise<unknown>> = {
  'logs in': (email) =>
    logIn({ email, password: 'not the password', cookie: '', visitor: 'v', now: NOON }),
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

test.each(Object.keys(ASKING))('who %s does not learn whose account there is', async (what) => {
  const ask = ASKING[what] ?? (() => Promise.resolve())
  const known = `known-${what.replaceAll(' ', '-')}@example.com`
  await addAccount({ email: known })
  await ask('first@example.com')

  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const unknown = `unknown-${round}-${what.replaceAll(' ', '-')}@example.com`
    const [one, other] = [await measure(() => ask(known)), await measure(() => ask(unknown))]
    expect(one.answer).toEqual(other.answer)
    expect(one.written).toEqual(other.written)
    times.known.push(one.milliseconds)
    times.unknown.push(other.milliseconds)
    await db.deleteFrom('accountMails').where('address', '=', known).execute()
  }
  const ratio = median(times.known) / median(times.unknown)
  expect(ratio).toBeGreaterThan(1 / MOST_TIMES_SLOWER)
  expect(ratio).toBeLessThan(MOST_TIMES_SLOWER)
})

async function measure(ask: () => Promise<unknown>) {
  const before = await countRows()
  const started = performance.now()
  const answer = await ask()
  const milliseconds = performance.now() - started
  const after = await countRows()
  return {
    answer,
    milliseconds,
    written: after.map((count, place) => count - (before[place] ?? 0)),
  }
}

function countRows(): Promise<number[]> {
  const tables = ['accounts', 'accountSessions', 'accountTokens', 'addressProofs', 'accountMails']
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

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
