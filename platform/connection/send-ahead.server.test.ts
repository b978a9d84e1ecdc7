import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { sendAhead } from './send-ahead.server.ts'

/* On a table of its own, with statements that nothing else sends. */

beforeAll(() => run('create table sent_things (number integer primary key)'))
beforeAll(() => run('grant select, insert, update on sent_things to halcyon_site'))
beforeEach(() => run('truncate sent_things'))

const TAKEN = { code: '23505' }

const insert = (number: number) => sql`insert into sent_things values (${number})`
const add = (tx: Tx, number: number) => sendAhead(tx, insert(number))
const addAndReturn = (tx: Tx, number: number) =>
  sendAhead(tx, sql`insert into sent_things values (${number}) returning *`)
const LOCK = sql`select number from sent_things where number = 1 for update`

async function list(tx: Tx | typeof db = db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from sent_things order by number`.execute(tx)
  return rows.map(({ number }) => number)
}

test('a statement that is sent ahead takes effect before those that follow, and with the commit', async () => {
  const seen = await inTransaction(async (tx) => {
    await add(tx, 1)
    await add(tx, 2)
    const before = await list(tx)
    await add(tx, 3)
    return before
  })
  expect(seen).toEqual([1, 2])
  expect(await list()).toEqual([1, 2, 3])
})

test('nobody waits for the answer of what is sent ahead, and a commit is sent behind it', async () => {
  await insert(1).execute(db)
  const letGo = await hold((tx) => LOCK.execute(tx))
  let isSent = false
  const done = inTransaction(async (tx) => {
    await sendAhead(tx, LOCK)
    isSent = true
  })
  await untilWaiting(1)
  expect(isSent).toBe(true)
  await letGo()
  await done
})

// The statement has a name from its second sending.
test.each([1, 2, 3])(
  'a commit behind a statement that failed says why, and nothing is written (time %i)',
  async () => {
    await insert(1).execute(db)
    const failing = inTransaction(async (tx) => {
      await add(tx, 2)
      await add(tx, 1)
      await add(tx, 3)
    })
    await expect(failing).rejects.toMatchObject(TAKEN)
    expect(await list()).toEqual([1])
  },
)

test('a statement behind one that failed says why', async () => {
  await insert(1).execute(db)
  let cause: unknown
  const failing = inTransaction(async (tx) => {
    await add(tx, 1)
    await list(tx).catch((error: unknown) => {
      cause = error
      throw error
    })
  })
  await expect(failing).rejects.toMatchObject(TAKEN)
  expect(cause).toMatchObject(TAKEN)
})

test('a refusal takes back what was sent ahead', async () => {
  const refusal = { ok: false } as const
  const refused = await inTransaction(async (tx) => {
    await add(tx, 1)
    return refusal
  })
  expect(refused).toBe(refusal)
  expect(await list()).toEqual([])
})

test('a statement whose name no longer counts is not repeated after the commit behind it', async () => {
  await run('alter table sent_things add column note text')
  // Each text has a name from its second sending.
  for (const number of [1, 2, 3]) await inTransaction((tx) => addAndReturn(tx, number))
  await run('alter table sent_things add column more text')
  let runs = 0
  await inTransaction(async (tx) => {
    runs += 1
    await addAndReturn(tx, 4)
  })
  expect(runs).toBe(2)
  expect(await list()).toEqual([1, 2, 3, 4])
})

function run(statement: string) {
  return asOwner((owner) => sql.raw(statement).execute(owner))
}
