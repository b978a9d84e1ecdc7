import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'

import { setLimits } from '#platform/connection/limits-of-role.server.ts'
import { checkSiteRole } from '#platform/database/check-site-role.server.ts'
import { atDatabase, openSiteDatabase } from '#platform/database/site-database.server.ts'
import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'
import { inPatientTransaction, inTransaction } from '#platform/transaction.server.ts'
import { openPooler } from '#test/fixtures/pooler.ts'

import { doJobs } from './jobs.ts'
import { anyBus, openSimulation } from './simulation.ts'
import { addTraveller, choose, comeBack, getPaymentOf, goToBank, ride } from './travellers.ts'

/*
 * A pooler in transaction mode between the program and its database: four connections for all
 * visitors, no session of their own, and no limits but those of the role.
 */

const ownerUrl = process.env.DATABASE_OWNER_URL ?? ''
const given = new URL(process.env.DATABASE_URL ?? '')
const name = given.pathname.slice(1)
const directUrl = Object.assign(new URL(ownerUrl), { username: given.username }).href
await setLimits(directUrl)
const pooler = await openPooler(directUrl)
process.env.DATABASE_DIRECT_URL = directUrl
process.env.DATABASE_URL = pooler.url

const simulation = openSimulation()
afterAll(() => pooler.stop())

const JOBS: Job<object>[] = [{ name: 'count', tries: 1, firstPause: 1, longestPause: 1 }]
const LIMITS_THERE = `
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`

test('a traveller buys through a pooler, and the callback arrives through it as well', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { url, paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  await simulation.bank.tell(providerRef)
  await doJobs()
  expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  expect(await getPaymentOf(visitor)).toMatchObject({ state: 'paid' })
})

test('statements have no names through a pooler: the next one may go to another connection', async () => {
  await inTransaction(async (tx) => {
    for (const number of [1, 2, 3]) await sql`select ${number}::integer`.execute(tx)
    expect((await sql`select name from pg_prepared_statements`.execute(tx)).rows).toEqual([])
  })
})

test('twelve travellers want the last four seats over four connections: four get one each', async () => {
  const bus = await anyBus({ seats: 4 })
  const wishes = Array.from({ length: 12 }, () => choose(addTraveller(), ride(bus, 'A', 'C')))
  const outcomes = await Promise.all(wishes)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4)
  expect(pooler.opened()).toBeLessThanOrEqual(4)
})

test('the limits on time hold through a pooler, and not for work that visitors do not wait for', async () => {
  const [there] = (await sql.raw(LIMITS_THERE).execute(db)).rows
  expect(there).toEqual({ statement: '2s', lock: '1s', idle: '2500ms' })
  await expect(sql`select pg_sleep(3)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  const patient = await inPatientTransaction((tx) => sql.raw(LIMITS_THERE).execute(tx))
  expect(patient.rows).toEqual([{ statement: '0', lock: '0', idle: '1min' }])
})

test('a start refuses a pooler behind which a limit is off, and says what to run', async () => {
  const role = 'alter role halcyon_site in database'
  await asSuperuser(`${role} ${name} set lock_timeout = 0`)
  onTestFinished(() => setLimits(directUrl))
  const unlimited = await openPooler(directUrl)
  onTestFinished(() => unlimited.stop())
  await expect(checkSiteRole(unlimited.url)).rejects.toThrow(
    /DATABASE_URL: lock_timeout is off there.*alter role "halcyon_site" in database "\w+" set lock_timeout = 1000/,
  )
  await setLimits(directUrl)
  const limited = await openPooler(directUrl)
  onTestFinished(() => limited.stop())
  await checkSiteRole(limited.url)
})

test('a first start sets the limits before the pooler opens a connection', async () => {
  await asSuperuser(`alter role halcyon_site in database ${name} reset all`)
  const first = await openPooler(directUrl)
  process.env.DATABASE_URL = first.url
  process.env.DATABASE_OWNER_URL = ownerUrl
  onTestFinished(async () => {
    process.env.DATABASE_URL = pooler.url
    process.env.DATABASE_OWNER_URL = ownerUrl
    await first.stop()
  })
  await prepareDatabase(await openSiteDatabase('data', 0), JOBS)
  expect(first.opened()).toBe(1)
})

test('a start with a pooler alone asks for the direct address', async () => {
  delete process.env.DATABASE_DIRECT_URL
  onTestFinished(() => void (process.env.DATABASE_DIRECT_URL = directUrl))
  await expect(openSiteDatabase('data', 0)).rejects.toThrow(
    'DATABASE_URL: unsupported startup parameter: options; set DATABASE_DIRECT_URL',
  )
})

test('three programs start five times, even with all their work through a pooler, and leave no lock', async () => {
  const ignores = ['options']
  const ofOwner = await openPooler(ownerUrl, { size: 3, ignores })
  onTestFinished(() => ofOwner.stop())
  const addresses = { url: pooler.url, directUrl, ownerUrl: ofOwner.url }
  for (let round = 1; round <= 5; round++) {
    const starts = [1, 2, 3].map(() => prepareDatabase(addresses, JOBS))
    await Promise.all(starts)
    const locks = await asSuperuser(`
      select pid from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and datname = '${name}'`)
    expect({ round, locks }).toEqual({ round, locks: [] })
  }
})

async function asSuperuser(statement: string): Promise<object[]> {
  const client = new Client(atDatabase(inject('superuser'), name))
  await client.connect()
  const { rows } = await client.query<object>(statement).finally(() => client.end())
  return rows
}
