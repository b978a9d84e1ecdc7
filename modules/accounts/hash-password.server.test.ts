import { expect, test } from 'vitest'

import { LineFullError } from '#platform/limits/turns.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { addAccount, NOON, PASSWORD } from '#test/fixtures/sample-accounts.server.ts'

import { hashPassword } from './hash-password.server.ts'
import { logIn } from './sessions.server.ts'

const from = <Result>(address: string, run: () => Promise<Result>) => underRequestId(address, run)

test('a flood of passwords from one address fills its own places, and others log in meanwhile', async () => {
  await addAccount({ email: 'anna@example.com' })
  const flood = Promise.allSettled(
    Array.from({ length: 70 }, () => from('192.0.2.1', () => hashPassword('a guess of mine'))),
  )
  const anna = {
    email: 'anna@example.com',
    password: PASSWORD,
    cookie: '',
    visitor: 'v',
    now: NOON,
  }
  expect(await from('192.0.2.2', () => logIn(anna))).toMatchObject({ ok: true })
  const outcomes = await flood
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(18)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(LineFullError)
})

test('a login that finds the queue full gets a refusal of its own, not a wrong password', async () => {
  const flood = Promise.allSettled(
    Array.from({ length: 52 }, () => hashPassword('a guess of mine')),
  )
  const anna = {
    email: 'anna@example.com',
    password: PASSWORD,
    cookie: '',
    visitor: 'v',
    now: NOON,
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => logIn(anna)))
  await flood
  const answers = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.ok : outcome.reason,
  )
  expect(answers.filter((answer) => answer !== true && !(answer instanceof LineFullError))).toEqual(
    [],
  )
  expect(await logIn(anna)).toMatchObject({ ok: true })
})
