import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { keepWebLimits } from '#test/fixtures/web-limits.ts'

import { isDatabaseAway } from './database-trouble.server.ts'
import { connect, db } from './db.server.ts'

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
  expect(isDatabaseAway(await faultOf(sql`select pg_sleep(3)`.execute(db)))).toBe(true)
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

function faultOf(query: Promise<unknown>): Promise<unknown> {
  return query.then(
    () => undefined,
    (error: unknown) => error,
  )
}
