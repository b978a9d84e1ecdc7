import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { db } from './db.server.ts'
import { transact } from './transaction.server.ts'

const ask = sql<{ one: number }>`select 1 as one`

test('inside a transaction, what is asked past it is refused: a second line may never come free', async () => {
  await expect(transact(() => ask.execute(db))).rejects.toThrow('asked through it')
  expect((await transact((tx) => ask.execute(tx))).rows).toEqual([{ one: 1 }])
  expect((await ask.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a refusal takes back what was written on the way to it', async () => {
  const outcome = await transact(async (tx) => {
    await sql`create table written_on_the_way ()`.execute(tx)
    return { ok: false, reason: 'bus-full' } as const
  })
  expect(outcome).toEqual({ ok: false, reason: 'bus-full' })
  const { rows } = await sql<{ there: string | null }>`
    select to_regclass('written_on_the_way') as there`.execute(db)
  expect(rows).toEqual([{ there: null }])
})
