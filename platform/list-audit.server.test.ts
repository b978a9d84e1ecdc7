import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { asOwner } from '#test/fixtures/as-owner.ts'

import { db } from './db.server.ts'
import { entriesOf, listAudit, type AuditFilter } from './list-audit.server.ts'

const FIRST = Temporal.Instant.from('2026-11-01T00:00:00Z')
const MOST = 3

beforeAll(async () => {
  await asOwner(async (owner) => {
    await sql`
      insert into audit_entries (audit_id, entered_at, actor, subject, action, reason)
      select gen_random_uuid(), ${FIRST}::timestamptz + make_interval(mins => n), 'traveller',
        case when n = 2 then 'fares' else 'order:' || n end, 'note',
        case when n < 2 then 'The Doctor wrote, 100% sure' else 'asked by telephone' end
      from generate_series(0, 6000) as n`.execute(owner)
    await sql`vacuum analyze audit_entries`.execute(owner)
  })
})

async function listMinutes(filter: AuditFilter): Promise<number[]> {
  const entries = await listAudit({ from: FIRST, ...filter }, { most: MOST })
  return entries.map(({ enteredAt }) => FIRST.until(enteredAt).total('minutes'))
}

async function explain(filter: AuditFilter): Promise<string> {
  const query = entriesOf({ from: FIRST, ...filter }, { most: MOST }, MOST)
  const { rows } = await sql<object>`explain ${query}`.execute(db)
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

test('a common word is found among the newest entries, a rare one among all', async () => {
  expect(await listMinutes({ word: 'TELEPHONE' })).toEqual([6000, 5999, 5998])
  expect(await listMinutes({ word: 'doctor' })).toEqual([1, 0])
  expect(await listMinutes({ word: '100%' })).toEqual([1, 0])
  expect(await listMinutes({ word: '100_' })).toEqual([])
})

test('a rare kind and a rare word have an index each, so no table is read from end to end', async () => {
  expect(await listMinutes({ kind: 'fares' })).toEqual([2])
  expect(await explain({ kind: 'fares' })).toContain('audit_by_kind')
  expect(await explain({ word: 'doctor' })).toContain('audit_by_reason')
})
