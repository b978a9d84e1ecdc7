import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'

import type { DB } from '#db/types.ts'

import { connect, databaseUrl, db, type Database } from './db.server.ts'

afterEach(() => vi.useRealTimers())

/** Statements as the library's own plugin has them spelled, by copying their trees. */
const library = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('nothing is looked up')
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})

const STATEMENTS: Record<string, (on: Database) => { compile: () => { sql: string } }> = {
  'a select with a join and an alias': (on) =>
    on
      .selectFrom('orders as bought')
      .innerJoin('bookings', 'bookings.orderId', 'bought.orderId')
      .select(['bought.heldUntil', 'bookings.departureId as ofBus'])
      .where('bought.firstHeldAt', 'is not', null)
      .orderBy('bought.createdAt', 'desc'),
  'a write that reads a named one': (on) =>
    on
      .with('lastOnes', (one) => one.selectFrom('tickets').select('bookingId'))
      .updateTable('seatHolds')
      .set({ heldBy: 'nobody' })
      .where('bookingId', 'in', (one) => one.selectFrom('lastOnes').select('bookingId'))
      .returning('holdId'),
  'an insertion that may exist': (on) =>
    on
      .insertInto('tries')
      .values({ key: 'serviceDate', points: 1, expire: null })
      .onConflict((same) => same.column('key').doUpdateSet({ points: 2 })),
  'a name with quotes in it': (on) => on.selectFrom('orders').select('orderId as the"firstOne'),
  'a statement written by hand': (on) => ({
    compile: () =>
      sql`select ${sql.ref('orders.heldUntil')}, ${sql.lit('heldUntil')} from ${sql.table('orders')}`.compile(
        on,
      ),
  }),
}

test.each(Object.keys(STATEMENTS))('%s has the names that the database knows', (kind) => {
  const write = STATEMENTS[kind]
  expect(write?.(db).compile().sql).toBe(write?.(library).compile().sql)
})

test('a row comes back with our names, and JSON in it as it was stored', async () => {
  const { rows } = await sql`select 1 as held_until, '{"held_by": 2}'::jsonb as as_stored`.execute(
    db,
  )
  expect(rows).toEqual([{ heldUntil: 1, asStored: { held_by: 2 } }])
})

test('a connection for visitors is kept through four quiet minutes, and closed after six', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const own = connect(databaseUrl())
  const first = await backendOf(own)
  vi.advanceTimersByTime(240_000)
  expect(await backendOf(own)).toBe(first)
  vi.advanceTimersByTime(360_000)
  expect(await backendOf(own)).not.toBe(first)
  await own.destroy()
})

async function backendOf(own: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
  return rows[0]?.pid
}
