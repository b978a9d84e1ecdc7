import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { laterThan } from './migrate.server.ts'
import { prepareAlone } from './prepare-alone.server.ts'

/* A release beside the next one, and a migration beside people who buy. */

const url = process.env.DATABASE_URL ?? ''
const addresses = { url, directUrl: url, ownerUrl: process.env.DATABASE_OWNER_URL ?? '' }

test('a release starts again on a database that a newer one has migrated, and leaves its rights alone', async () => {
  await noteMigration('9999_of_tomorrow.sql')
  await asOwner((owner) => sql`create table books_of_tomorrow (entry text)`.execute(owner))
  await prepareDatabase(addresses, [])
  const write = sql`delete from books_of_tomorrow`.execute(db)
  await expect(write).rejects.toMatchObject({ code: '42501' })
  expect(await db.selectFrom('orders').select('orderId').execute()).toEqual([])
})

test('a migration that is unknown and not later than ours is refused: it is of another program', async () => {
  await noteMigration('0001_of_others.sql')
  await expect(prepareDatabase(addresses, [])).rejects.toThrow('corrupted migrations')
})

test('a newer release that takes something away names the first one that works without it', () => {
  const ours = ['0043_loads.sql', '0044_lists.sql']
  const later = ['0045_more.sql', '0050_needs_0044_drop_loads.sql']
  expect(laterThan(ours, [...ours, ...later])).toEqual(later)
  expect(() => laterThan(['0043_loads.sql'], [...ours, ...later])).toThrow(
    'DATABASE_URL: a newer release has migrated it (0050_needs_0044_drop_loads.sql)',
  )
})

test('a table is changed behind a long reader without stopping those who write to it', async () => {
  const reader = new Client(url)
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select * from tries')
  let attempts = 0
  const changed = asOwner((owner) =>
    prepareAlone(owner, async (tx) => {
      attempts += 1
      await sql`alter table tries add column seen int`.execute(tx)
    }),
  )
  await untilOneWaits()
  await db.insertInto('tries').values({ key: 'meanwhile', points: 1, expire: null }).execute()
  expect(attempts).toBe(1)
  await reader.query('commit')
  await changed
  expect(attempts).toBe(2)
})

/** Enters a migration as run. */
async function noteMigration(name: string): Promise<void> {
  const timestamp = '2099-01-01T00:00:00.000Z'
  await asOwner((owner) =>
    sql`insert into kysely_migration values (${name}, ${timestamp})`.execute(owner),
  )
  onTestFinished(async () => {
    await asOwner((owner) => sql`delete from kysely_migration where name = ${name}`.execute(owner))
  })
}

async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks join pg_database on oid = database
      where not granted and datname = current_database()`.execute(db)
    if (rows.length > 0) return
  }
}
