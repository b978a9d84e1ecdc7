import { sql } from 'kysely'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'
import * as paths from '#paths'
import type { Database } from '#platform/db.server.ts'

import type { Address } from './addresses.ts'

/** One request: until its last byte has come, and the database's own time for its statements. */
export type Cost = { status: number; kilobytes: number; wall: number; database: number }

/** Enters as the owner, as the log-in page of a demonstration lets a person do. */
export async function enter(site: string): Promise<string> {
  const response = await fetch(site + paths.officeLogin(), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...AS_A_BROWSER, origin: site },
    body: new URLSearchParams({ intent: 'enter', role: 'owner' }),
  })
  const cookies = response.headers.getSetCookie().map((set) => set.split(';')[0])
  if (cookies.length === 0) throw new Error(`the office answered ${response.status}`)
  return cookies.join('; ')
}

/** Requests a page and asks pg_stat_statements for what its statements took, planning included. */
export async function measure(
  books: Database,
  site: string,
  cookie: string,
  { path }: Address,
): Promise<Cost> {
  await sql`select measured.pg_stat_statements_reset()`.execute(books)
  const began = performance.now()
  const response = await fetch(site + path, {
    headers: { ...AS_A_BROWSER, cookie },
    redirect: 'manual',
  })
  const body = await response.arrayBuffer()
  const wall = performance.now() - began
  return {
    status: response.status,
    kilobytes: body.byteLength / 1000,
    wall,
    database: await readDatabaseTime(books),
  }
}

/** Milliseconds of all statements of the site since the last reset. */
async function readDatabaseTime(books: Database): Promise<number> {
  const { rows } = await sql<{ milliseconds: number }>`
    select coalesce(sum(total_exec_time + total_plan_time), 0) as milliseconds
    from measured.pg_stat_statements where ${OF_THE_SITE}`.execute(books)
  return rows[0]?.milliseconds ?? 0
}

/** The slowest statement since the last reset, with its milliseconds. */
export async function findSlowest(books: Database): Promise<string> {
  const { rows } = await sql<{ milliseconds: number; query: string }>`
    select total_exec_time + total_plan_time as milliseconds, query
    from measured.pg_stat_statements where ${OF_THE_SITE} order by 1 desc limit 1`.execute(books)
  const [slowest] = rows
  if (!slowest) return ''
  return `${slowest.milliseconds.toFixed(0)} ms: ${slowest.query.replaceAll(/\s+/g, ' ').slice(0, 160)}`
}

const OF_THE_SITE = sql`userid = 'halcyon_site'::regrole`
