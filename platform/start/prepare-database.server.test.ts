import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import {
  atDatabase,
  createDatabase,
  openSiteDatabase,
} from '#platform/database/site-database.server.ts'
import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { scratchName } from '#test/fixtures/scratch-database.ts'

import { prepareDatabase } from './prepare-database.server.ts'

/*
 * The site works as a role that owns nothing: neither an injected statement nor a fault of ours can
 * rewrite the ledger, drop a table, or grant itself the right to.
 */

const jobs: Job<object>[] = [{ name: 'count', tries: 1, firstPause: 1, longestPause: 1 }]
const addresses = {
  url: process.env.DATABASE_URL ?? '',
  directUrl: process.env.DATABASE_URL ?? '',
  ownerUrl: process.env.DATABASE_OWNER_URL ?? '',
}

const BOOKS = [
  'audit_entries',
  'boarding_ticks',
  'departure_delays',
  'departure_messages',
  'incident_calls',
  'ledger_entries',
  'receipts',
  'scans',
  'till_entries',
]
/** Tables that the owner reads at the start to know which statements to run. */
const ONLY_READ = ['kysely_migration', 'kysely_migration_lock', 'pgboss.bam']
const NOT_ALLOWED = '42501'

let site: Client
let tables: string[]

beforeAll(async () => {
  site = new Client(addresses.url)
  await site.connect()
  const { rows } = await site.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p')
    order by name`)
  tables = rows.map(({ name }) => name)
})
afterAll(() => site.end())

test('the site’s role owns nothing and cannot create anything', async () => {
  expect(tables.length).toBeGreaterThan(50)
  const { rows } = await site.query(`
    select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (select count(*)::int from pg_shdepend join pg_database as here on datname = current_database()
        where refobjid = role.oid and deptype = 'o' and (dbid = here.oid or objid = here.oid)) as owned,
      (select count(*)::int from pg_auth_members where member = role.oid) as memberships,
      has_database_privilege(current_database(), 'create') as makes_schemas,
      has_schema_privilege('public', 'create') or has_schema_privilege('pgboss', 'create') as makes_tables
    from pg_roles as role where rolname = current_user`)
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      memberships: 0,
      makes_schemas: false,
      makes_tables: false,
    },
  ])
  expect(await refusalOf('set role halcyon_owner')).toBe(NOT_ALLOWED)
  expect(await refusalOf('grant halcyon_owner to halcyon_site')).toBe(NOT_ALLOWED)
})

test.each([
  'alter table % add column more int',
  'alter table % rename to gone',
  'alter table % disable trigger all',
  'alter table % owner to current_user',
  'create index on % ((1))',
  `create trigger more before insert on % execute function suppress_redundant_updates_trigger()`,
  'truncate %',
  'drop table % cascade',
])('the site cannot touch any table with: %s', async (statement) => {
  const done: string[] = []
  for (const table of tables) {
    if ((await refusalOf(statement.replace('%', table))) !== NOT_ALLOWED) done.push(table)
  }
  expect(done).toEqual([])
})

test('the site cannot grant rights, to itself or to others', async () => {
  const before = await rightsOfSite()
  for (const table of tables) {
    await refusalOf(`grant all on ${table} to current_user with grant option`)
    await refusalOf(`grant all on ${table} to public`)
  }
  expect(await rightsOfSite()).toEqual(before)
})

test('all tables can be read and written, but ledgers only added to, and tables that guide the owner only read', async () => {
  const expected = tables.map((table) => {
    if (BOOKS.includes(table)) return [table, 'insert, select']
    return [table, ONLY_READ.includes(table) ? 'select' : 'delete, insert, select, update']
  })
  expect(await rightsOfSite()).toEqual(Object.fromEntries(expected))
})

test.each(BOOKS)('a row of %s can be neither changed nor removed', async (book) => {
  expect(await refusalOf(`delete from ${book}`)).toBe(NOT_ALLOWED)
  const { rows } = await site.query<{ name: string }>(
    // The number of a row is never written by anybody, so the database refuses it otherwise.
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attidentity = ''`,
    [book],
  )
  expect(rows.length).toBeGreaterThan(4)
  for (const { name } of rows) {
    expect(await refusalOf(`update ${book} set ${name} = ${name}`)).toBe(NOT_ALLOWED)
  }
})

test('the site cannot give the owner a table name to build a statement from', async () => {
  const words = `partition = true, table_name = 'job; drop table receipts'`
  expect(await refusalOf(`update pgboss.queue set ${words}`)).toBe('23514')
  expect(
    await refusalOf(
      `select pgboss.create_queue('mine', '{"policy": "standard", "partition": true}')`,
    ),
  ).toBe('23514')
})

test('a new table has the rights of all others after the next start, and rights given by hand are gone', async () => {
  const before = await rightsOfSite()
  await asOwner(async (owner) => {
    await sql`create table later (number serial)`.execute(owner)
    await sql`grant all on ledger_entries, kysely_migration to halcyon_site`.execute(owner)
    await sql`grant update (amount_cents) on ledger_entries to halcyon_site, public`.execute(owner)
    await sql`grant create on schema public to public`.execute(owner)
  })
  expect(await refusalOf('insert into later default values')).toBe(NOT_ALLOWED)
  await prepareDatabase(addresses, jobs)
  expect(await refusalOf('insert into later default values')).toBeUndefined()
  expect(await refusalOf('update ledger_entries set amount_cents = 1')).toBe(NOT_ALLOWED)
  expect(await refusalOf('create table mine ()')).toBe(NOT_ALLOWED)
  await asOwner((owner) => sql`drop table later`.execute(owner))
  expect(await rightsOfSite()).toEqual(before)
})

test('four programs that start together wait for each other', async () => {
  const starts = Array.from({ length: 4 }, () => prepareDatabase(addresses, jobs))
  expect((await Promise.allSettled(starts)).filter(({ status }) => status === 'rejected')).toEqual(
    [],
  )
})

test('the planner knows a timetable that the site has imported', async () => {
  const known = `select count(*)::int as columns from pg_stats where tablename = 'stops'`
  expect((await site.query(known)).rows).toEqual([{ columns: 0 }])
  await db
    .insertInto('stops')
    .values({ stopId: 'A', latitude: 35, longitude: 33, wheelchairBoarding: true })
    .execute()
  await sql`select analyze_timetable()`.execute(db)
  expect((await site.query(known)).rows).not.toEqual([{ columns: 0 }])
})

test('a database of an earlier version, owned by the site, is handed over with all its contents', async () => {
  const { name, url } = await createDatabaseAsBefore()
  await ask(
    url,
    `insert into audit_entries (audit_id, entered_at, actor, subject, action)
    values (gen_random_uuid(), now(), 'desk:maria', 'fares', 'raised')`,
  )

  const handedOver = await Promise.all([1, 2].map(() => createDatabase(inject('superuser'), name)))
  await Promise.all(handedOver.map((one) => prepareDatabase(one, jobs)))
  const owners = await ask(
    url,
    `select distinct pg_get_userbyid(relowner) as owner from pg_class
      where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`,
  )
  expect(owners).toEqual([{ owner: 'halcyon_owner' }])
  expect(handedOver[0]?.url).toBe(url)
  expect(await ask(url, 'select actor from audit_entries')).toEqual([{ actor: 'desk:maria' }])
  await expect(ask(url, 'delete from audit_entries')).rejects.toMatchObject({ code: NOT_ALLOWED })
})

test('the owner’s address is used for the start and is nowhere afterwards', async () => {
  onTestFinished(() => void (process.env.DATABASE_OWNER_URL = addresses.ownerUrl))
  const { url, directUrl, ownerUrl } = await openSiteDatabase('data')
  expect({ url, directUrl, ownerUrl }).toEqual(addresses)
  expect(process.env).not.toHaveProperty('DATABASE_OWNER_URL')
  const { env } = await import('#platform/settings/env.server.ts')
  expect(Object.values(env())).not.toContain(ownerUrl)
})

test('a demonstration may use a database of its own with a single role', async () => {
  const { url } = await createDatabaseAsBefore()
  expect(await ask(url, 'select count(*)::int as entries from ledger_entries')).toEqual([
    { entries: 0 },
  ])
  await expect(ask(url, 'delete from ledger_entries')).rejects.toMatchObject({ code: NOT_ALLOWED })
})

/**
 * One role for everything, as in earlier versions, and as a demonstration may have it. One at a
 * time on a server: handing over what the role owns here also takes every other database that it
 * owns.
 */
async function createDatabaseAsBefore(): Promise<{ name: string; url: string }> {
  const name = scratchName()
  const superuser = new Client(inject('superuser'))
  await superuser.connect()
  onTestFinished(async () => {
    await superuser.query(`drop database if exists ${name} with (force)`)
    await superuser.end()
  })
  await superuser.query('select pg_advisory_lock(1)')
  await superuser.query(`create database ${name} owner halcyon_site strategy file_copy`)
  const there = atDatabase(inject('superuser'), name)
  const url = Object.assign(new URL(there), { username: 'halcyon_site' }).href
  await prepareDatabase({ url, directUrl: url, ownerUrl: url }, jobs)
  return { name, url }
}

async function ask(url: string, question: string): Promise<object[]> {
  const client = new Client(url)
  await client.connect()
  return client
    .query<object>(question)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** By table, the site's rights to its rows and to the table itself. */
async function rightsOfSite(): Promise<Record<string, string>> {
  const { rows } = await site.query<{ name: string; rights: string }>(
    `select name, (
        select string_agg(kind, ', ' order by kind)
        from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) as kind
        where has_table_privilege(name, kind)
          or kind in ('insert', 'update', 'references') and has_any_column_privilege(name, kind)
      ) as rights
      from unnest($1::text[]) as name`,
    [tables],
  )
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))
}

/**
 * The code of the refusal; undefined if the statement would have worked. It is rolled back either
 * way.
 */
async function refusalOf(statement: string): Promise<string | undefined> {
  await site.query('begin')
  try {
    await site.query(statement)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  } finally {
    await site.query('rollback')
  }
}
