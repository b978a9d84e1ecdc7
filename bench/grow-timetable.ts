import { Client } from 'pg'

/*
 * Makes a timetable many times as large, like that of a whole country: every stop, route, trip,
 * fare and departure is copied under another name. Runs as a superuser, since it disables the
 * checks of foreign keys and rebuilds the indexes once, at the end.
 */

const TABLES = [
  'stops',
  'stop_names',
  'routes',
  'route_names',
  'service_calendars',
  'service_exceptions',
  'trips',
  'stop_times',
  'fares',
  'departures',
  'departure_stops',
]
/** Large enough to be filled faster without an index. */
const LARGE = ['departures', 'departure_stops']

export async function copyTimetable(superuserUrl: string, times: number): Promise<void> {
  const client = new Client(superuserUrl)
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(`set synchronous_commit = off`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  const restore = await dropIndexes(client)
  for (const table of TABLES) await copyRows(client, table, times - 1)
  for (const statement of restore) await client.query(statement)
  await client.query('vacuum analyze')
  await client.end()
}

/**
 * Each row is followed by its copies, so the rows of one search are as far apart as in the
 * timetable of a hundred companies made day by day.
 */
async function copyRows(client: Client, table: string, copies: number): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const values = rows.map(({ name, type }) => {
    if (!name.endsWith('_id') || type === 'integer') return name
    const copied = `${name}::text || '~' || copy`
    return type === 'uuid' ? `md5(${copied})::uuid` : copied
  })
  await client.query(
    `insert into ${table} (${columns.join()}) select ${values.join()}
     from ${table} cross join lateral generate_series(1, ${copies}) as copy`,
  )
}

/** Drops the indexes of the large tables, and returns the statements that restore them. */
async function dropIndexes(client: Client): Promise<string[]> {
  const names = LARGE.map((table) => `'${table}'::regclass`).join()
  const { rows: constraints } = await client.query<
    Record<'relation' | 'name' | 'definition', string>
  >(
    `select conrelid::regclass as relation, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('p', 'u', 'f') and (conrelid in (${names}) or confrelid in (${names}))
     order by contype`,
  )
  for (const { relation, name } of constraints) {
    await client.query(`alter table ${relation} drop constraint ${name} cascade`)
  }
  const { rows: indexes } = await client.query<Record<'name' | 'definition', string>>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid in (${names})`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Foreign keys last, when the tables they refer to have their keys again; no rows need checking.
  const byKind = constraints.toSorted((one, other) => rank(one.definition) - rank(other.definition))
  return [
    ...indexes.map(({ definition }) => definition),
    ...byKind.map(({ relation, name, definition }) => {
      const isForeign = definition.startsWith('FOREIGN')
      return `alter table ${relation} add constraint ${name} ${definition}${isForeign ? ' not valid' : ''}`
    }),
  ]
}

function rank(definition: string): number {
  return definition.startsWith('FOREIGN') ? 1 : 0
}
