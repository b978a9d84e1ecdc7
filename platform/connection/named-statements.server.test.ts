import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

/* On a table of its own, with statements that nothing else sends. */

beforeAll(() => run('create table kept_things (thing text, number integer)'))
beforeAll(() => run('grant select, insert on kept_things to halcyon_site'))
beforeEach(() => run('truncate kept_things'))

test('a statement has a name from its second sending, and its values are those of each sending', async () => {
  const answers = await inTransaction(async (tx) => {
    const first = await twice(tx, 4)
    const before = await namesOf(tx, 'doubled')
    const others = [await twice(tx, 5), await twice(tx, 6)]
    return { before, after: await namesOf(tx, 'doubled'), doubled: [first, ...others] }
  })
  expect(answers).toEqual({
    before: [],
    after: [expect.stringMatching(/^[0-9a-f]{24}-\d+$/)],
    doubled: [8, 10, 12],
  })
})

test('a column that a release adds is in the next answer, inside a transaction and outside', async () => {
  await add(db, 1)
  await run('alter table kept_things add column inside text')
  // Each connection that knows the statement meets the new table once.
  const inside = await inTransaction(async (tx) => {
    await add(tx, 2)
    return listThings(tx)
  })
  expect(inside).toEqual([1, 2].map((number) => ({ thing: 'a', number, inside: null })))

  await listThings(db)
  await run('alter table kept_things add column outside text')
  const columns = { inside: null, outside: null }
  expect(await listThings(db)).toEqual([1, 2].map((number) => ({ thing: 'a', number, ...columns })))
})

test('what is written before a name that no longer counts is written once', async () => {
  await listThings(db)
  await listThings(db)
  await run('alter table kept_things add column again text')
  let runs = 0
  await inTransaction(async (tx) => {
    runs += 1
    await add(tx, 1)
    await listThings(tx)
  })
  expect(runs).toBe(2)
  expect(await listThings(db)).toHaveLength(1)
})

test('names that a connection has lost are given up, and nothing fails', async () => {
  await add(db, 1)
  await add(db, 2)
  await sql`deallocate all`.execute(db)
  await add(db, 3)
  await inTransaction(async (tx) => {
    await add(tx, 4)
    expect(await namesOf(tx, 'kept_things')).toEqual([])
  })
  expect(await listThings(db)).toHaveLength(4)
})

async function twice(on: Database | Tx, number: number): Promise<number | undefined> {
  const asked = sql<{ doubled: number }>`select 2 * ${number}::integer as doubled`
  return (await asked.execute(on)).rows[0]?.doubled
}

async function add(on: Database | Tx, number: number): Promise<void> {
  await sql`insert into kept_things (thing, number) values (${'a'}, ${number})`.execute(on)
}

async function listThings(on: Database | Tx): Promise<unknown[]> {
  const asked = sql`select * from kept_things where thing = ${'a'} order by number`
  return (await asked.execute(on)).rows
}

/** The names that this connection has for statements in which a word occurs. */
async function namesOf(on: Database | Tx, word: string): Promise<string[]> {
  const asked = sql.raw<{ name: string }>(
    `select name from pg_prepared_statements where statement like '%${word}%'`,
  )
  return (await asked.execute(on)).rows.map(({ name }) => name)
}

function run(statement: string): Promise<unknown> {
  return asOwner((owner) => sql.raw(statement).execute(owner))
}
