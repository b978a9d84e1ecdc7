import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { db } from './db.server.ts'
import { afterCommit, inTransaction, inPatientTransaction } from './transaction.server.ts'

const ask = sql<{ one: number }>`select 1 as one`

test('a query past the open transaction is refused: a second connection may never come free', async () => {
  await expect(inTransaction(() => ask.execute(db))).rejects.toThrow('asked through it')
  expect((await inTransaction((tx) => ask.execute(tx))).rows).toEqual([{ one: 1 }])
  expect((await ask.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a refusal rolls back everything written before it', async () => {
  const outcome = await inTransaction(async (tx) => {
    await tx.insertInto('tries').values({ key: 'on the way', points: 1, expire: null }).execute()
    return { ok: false, reason: 'bus-full' } as const
  })
  expect(outcome).toEqual({ ok: false, reason: 'bus-full' })
  expect(await db.selectFrom('tries').selectAll().execute()).toEqual([])
})

test.each([
  ['a visitor', inTransaction],
  ['an import', inPatientTransaction],
])(
  'a transaction undone by the database for %s is retried, and fails after the third time',
  async (_who, run) => {
    let tries = 0
    const undoneUntil = (last: number) =>
      run(async (tx) => {
        tries += 1
        if (tries < last) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(tx)
        return tries
      })
    expect(await undoneUntil(3)).toBe(3)
    tries = 0
    await expect(undoneUntil(4)).rejects.toMatchObject({ code: '40P01' })
    expect(tries).toBe(3)
  },
)

test('work that waits for the commit is done once, however often the transaction was tried', async () => {
  const told: number[] = []
  let tries = 0
  await inTransaction(async (tx) => {
    tries += 1
    afterCommit(() => told.push(tries))
    if (tries < 3) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(tx)
    expect(told).toEqual([])
  })
  expect(told).toEqual([3])
})

test('work that waits for the commit is not done after a refusal or a fault, and is done at once without a transaction', async () => {
  const told: string[] = []
  await inTransaction(async () => {
    afterCommit(() => told.push('refused'))
    return { ok: false } as const
  })
  const fault = inTransaction(async () => {
    afterCommit(() => told.push('fault'))
    throw new Error('fault')
  })
  await expect(fault).rejects.toThrow('fault')
  afterCommit(() => told.push('outside'))
  expect(told).toEqual(['outside'])
})
