import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { TABLE_OWNERS } from '#db/owners.ts'
import { db } from '#platform/db.server.ts'

/** Production code only. Tests and fixtures may write any table. */
const SOURCES = '{app,modules,platform,scripts}/**/*.{ts,tsx}'
const PROGRAMS = '*.ts'

const KYSELY = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*('(?<name>\w+)|)/g
const SQL =
  /\b(?:(?:insert|merge) into|delete from|truncate(?: table)?)\s+(?:only )?(?<name>\w+)|\bupdate\s+(?:only )?(?<updated>\w+)\s+(?:as \w+ )?set\b/gi

type Write = { file: string; table: string }

test('every table has one owner', async () => {
  const rows = await db
    .selectFrom('information_schema.tables' as never)
    .select('tableName' as never)
    .where('tableSchema' as never, '=', 'public' as never)
    .execute()
  const owned = Object.values(TABLE_OWNERS).flat()
  const tables = rows.map(({ tableName }) => camelCase(tableName as string))
  const listed = tables.filter((table) => !table.startsWith('kyselyMigration')).toSorted()
  expect(owned.toSorted()).toEqual(listed)
})

test('a module writes only its own tables', async () => {
  const writes = await listWrites()
  const strange = writes.filter(({ file, table }) => ownerOf(table) !== folderOf(file))
  expect(strange.map(({ file, table }) => `${file} writes ${table}`)).toEqual([])
})

test('the audit is written by one file', async () => {
  const writers = (await listWrites()).filter(({ table }) => table === 'auditEntries')
  expect(writers.map(({ file }) => file)).toEqual(['platform/audit.server.ts'])
})

test('a write is recognized in every spelling', () => {
  const code = `
    tx.insertInto('orders'); db
      .updateTable('orders')
    sql\`with gone as (delete from orders) update departures as d set status = 'x'\`
    sql\`insert into audit_entries values (1)\``
  expect(writesIn(code)).toEqual(['orders', 'orders', 'orders', 'departures', 'auditEntries'])
})

async function listWrites(): Promise<Write[]> {
  const writes: Write[] = []
  for await (const file of glob([SOURCES, PROGRAMS])) {
    if (file.includes('.test.')) continue
    const code = await readFile(file, 'utf8')
    writes.push(...writesIn(code).map((table) => ({ file, table })))
  }
  return writes
}

/** The tables that a file writes; others are temporary, or belong to the job queue. */
function writesIn(code: string): string[] {
  const inKysely = [...code.matchAll(KYSELY)].map(({ groups }) => groups?.['name'] ?? 'unnamed')
  const inSql = [...code.matchAll(SQL)].map(({ groups }) =>
    camelCase(groups?.['name'] ?? groups?.['updated'] ?? ''),
  )
  return [...inKysely, ...inSql.filter((table) => ownerOf(table) !== undefined)]
}

function ownerOf(table: string): string | undefined {
  const owner = Object.entries(TABLE_OWNERS).find(([, tables]) =>
    tables.some((one) => one === table),
  )
  return owner?.[0]
}

function folderOf(file: string): string {
  const [top = '', module = ''] = file.split('/')
  return top === 'modules' ? `${top}/${module}` : top
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
