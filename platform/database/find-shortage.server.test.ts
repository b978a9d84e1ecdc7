import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { readSettings } from '#platform/settings/env.server.ts'

import { findShortage, mostOfJobs, mostOfSite } from './find-shortage.server.ts'

/* A rush must not be the first to learn that the database gives too few connections. */

const ROLE = `short_${process.pid}`
const superuser = new Client(inject('superuser'))
const url = Object.assign(new URL(inject('superuser')), { username: ROLE }).href
const addresses = { url, directUrl: url }

beforeAll(async () => {
  await superuser.connect()
  await superuser.query(`create role ${ROLE} login connection limit 28`)
})
afterAll(async () => {
  await superuser.query(`drop role ${ROLE}`)
  await superuser.end()
})

test('an operator learns that the role has a connection less than the site may open', async () => {
  const mayOpen = mostOfSite(readSettings({ JOBS: 'off' }))
  expect(mayOpen).toBe(28)
  expect(await findShortage(addresses, mayOpen)).toBeUndefined()
  expect(await findShortage(addresses, mayOpen + 1)).toEqual({ mayOpen: 29, given: 28 })
})

test('a role without a limit has what the database gives to all but superusers', async () => {
  await superuser.query(`alter role ${ROLE} connection limit -1`)
  const { rows } = await superuser.query<{ given: number }>(`
    select (select setting::int from pg_settings where name = 'max_connections')
      - (select sum(setting::int) from pg_settings where name like '%reserved_connections')::int as given`)
  const given = rows[0]?.given ?? 0
  expect(await findShortage(addresses, given)).toBeUndefined()
  expect(await findShortage(addresses, given + 1)).toEqual({ mayOpen: given + 1, given })
})

test('behind a pooler the limits of the database say nothing', async () => {
  const pooled = { url: 'postgres://halcyon_site@pooler.shuttle.cy/halcyon', directUrl: url }
  expect(await findShortage(pooled, 100_000)).toBeUndefined()
})

test('each process that serves pages has its own connections, and the first one some as well', () => {
  expect(mostOfSite(readSettings({}))).toBe(33)
  expect(mostOfSite(readSettings({ WORKERS: '4', JOBS: 'off' }))).toBe(4 * 28 + 13)
  expect(mostOfJobs(readSettings({ DATABASE_CONNECTIONS: '6' }))).toBe(14)
})
