import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { connect, db } from '#platform/db.server.ts'
import { keepWebLimits } from '#test/fixtures/web-limits.ts'

import { isDatabaseAway } from './database-trouble.server.ts'

await keepWebLimits()

test('no server listens at the address of the database', async () => {
  const nowhere = connect('postgres://somebody@127.0.0.1:1/nothing')
  expect(isDatabaseAway(await faultOf(sql`select 1`.execute(nowhere)))).toBe(true)
  await nowhere.destroy()
})

test('the connection is cut in the middle of a query', async () => {
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
  expect(isDatabaseAway(await faultOf(cut))).toBe(true)
})

test('a query exceeds the time limit', async () => {
  const fault = await faultOf(sql`select pg_sleep(3)`.execute(db))
  expect(fault).toMatchObject({ code: '57014' })
  expect(isDatabaseAway(fault)).toBe(true)
})

test('a standby that only reads counts as unreachable, and its connection is not used again', async () => {
  await sql`set session characteristics as transaction read only`.execute(db)
  const before = await backendOf()
  const fault = await faultOf(sql`delete from tries`.execute(db))
  expect(fault).toMatchObject({ code: '25006' })
  expect(isDatabaseAway(fault)).toBe(true)
  expect(await backendOf()).not.toBe(before)
  expect(await faultOf(sql`delete from tries`.execute(db))).toBeUndefined()
})

test('a name with two addresses, neither of which answers', () => {
  const refused = Object.assign(new Error('refused'), { syscall: 'connect' })
  expect(isDatabaseAway(new AggregateError([refused, refused]))).toBe(true)
  expect(isDatabaseAway(new AggregateError([new Error('ours')]))).toBe(false)
})

test('the disk is full, also if the system words it differently', () => {
  const full = 'could not extend file "base/16389/16445": No space left on device'
  const limited = 'could not extend file "base/16389/16445": File too large'
  expect(isDatabaseAway(Object.assign(new Error(full), { code: '53100' }))).toBe(true)
  expect(isDatabaseAway(Object.assign(new Error(limited), { code: 'XX000' }))).toBe(true)
})

test('a mistake of ours is not taken for database trouble', async () => {
  expect(isDatabaseAway(await faultOf(sql`select nonsense`.execute(db)))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' }))).toBe(
    false,
  )
  expect(isDatabaseAway('nothing of the kind')).toBe(false)
})

async function backendOf(): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}

function faultOf(query: Promise<unknown>): Promise<unknown> {
  return query.then(
    () => undefined,
    (error: unknown) => error,
  )
}
