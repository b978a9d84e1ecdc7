import { afterEach, describe, expect, test } from 'vitest'

import { MAX_ASKED_A_DAY } from '#modules/rules/kept.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { listJobs } from '#test/simulation/jobs.ts'

import type { AccountMailKind } from './kinds.ts'
import { enqueueMail, SEND_MAIL } from './outbox.server.ts'

const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')

afterEach(async () => {
  await db.deleteFrom('mails').execute()
})

function enqueue(kind: AccountMailKind, address: string, now = NOON): Promise<void> {
  const mail = { kind, address, locale: 'en', visitor: 'anna', now } as const
  return inTransaction((tx) => enqueueMail(tx, mail))
}

async function countMails(): Promise<number> {
  return (await db.selectFrom('mails').select('mailId').execute()).length
}

describe('an address', () => {
  test('receives a limited number of requested mails a day, of all kinds and in any spelling', async () => {
    const kinds = ['sign-up', 'forgot-password', 'new-email', 'sign-up', 'sign-up'] as const
    for (const kind of kinds) await enqueue(kind, 'anna@example.com')
    expect(await countMails()).toBe(MAX_ASKED_A_DAY)
    await enqueue('forgot-password', 'Anna@Example.com')
    expect(await countMails()).toBe(MAX_ASKED_A_DAY)
    await enqueue('forgot-password', 'anna@example.com', NOON.add({ hours: 23, minutes: 59 }))
    expect(await countMails()).toBe(MAX_ASKED_A_DAY)
    await enqueue('forgot-password', 'anna@example.com', NOON.add({ hours: 24 }))
    expect(await countMails()).toBe(MAX_ASKED_A_DAY + 1)
  })

  test('gets no more from twenty simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 20 }, () => enqueue('sign-up', 'anna@example.com')))
    expect(await countMails()).toBe(MAX_ASKED_A_DAY)
  })

  test('that has reached the limit still gets the mail about a changed password', async () => {
    for (let times = 0; times <= MAX_ASKED_A_DAY; times++)
      await enqueue('sign-up', 'anna@example.com')
    await enqueue('password-changed', 'anna@example.com')
    expect(await countMails()).toBe(MAX_ASKED_A_DAY + 1)
  })
})

test('a mail and its job are written together, or neither is', async () => {
  const before = (await listJobs([SEND_MAIL.name])).length
  const mail = { kind: 'password-changed', address: 'anna@example.com', locale: 'en' } as const
  const failing = inTransaction(async (tx) => {
    await enqueueMail(tx, { ...mail, visitor: 'anna', now: NOON })
    throw new Error('the reason for it came to nothing')
  })
  await expect(failing).rejects.toThrow('nothing')
  expect([await countMails(), (await listJobs([SEND_MAIL.name])).length]).toEqual([0, before])
  await enqueue('password-changed', 'anna@example.com')
  expect([await countMails(), (await listJobs([SEND_MAIL.name])).length]).toEqual([1, before + 1])
})
