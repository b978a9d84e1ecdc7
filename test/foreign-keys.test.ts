import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'

/** Their rows are seldom or never deleted. */
const LASTING = ['stops', 'routes', 'staff', 'incidents', 'departure_delays', 'departure_messages']
/** Their rows are few, since they are kept for days. */
const SMALL = ['address_proofs']

test('no table is read whole when a row is deleted to which its rows may refer', async () => {
  const { rows } = await sql<{ reference: string }>`
    select format('%s %s', child.relname, columns.names) as reference
    from pg_constraint
    join pg_class child on child.oid = conrelid
    join pg_class parent on parent.oid = confrelid
    cross join lateral (
      select string_agg(attname, ', ') as names from pg_attribute
      where attrelid = conrelid and attnum = any(conkey)) as columns
    where contype = 'f' and connamespace = 'public'::regnamespace
      and parent.relname <> all(${LASTING}) and child.relname <> all(${SMALL})
      and not exists (
        select from pg_index where indrelid = conrelid
          and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`.execute(db)
  expect(rows.map(({ reference }) => reference)).toEqual([])
})
