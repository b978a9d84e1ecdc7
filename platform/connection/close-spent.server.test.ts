import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'

import { connect, databaseUrl, type Database } from '#platform/db.server.ts'
import { wireToDatabase } from '#test/simulation/wire.ts'

afterEach(() => vi.useRealTimers())

test('one visitor finds out that the server is gone, and no idle connection keeps the next', async () => {
  const wire = await wireToDatabase(databaseUrl())
  const own = connect(wire.url)
  const before = await backendsOf(own, 5)
  expect(new Set(before).size).toBe(5)

  wire.is('old-are-silent')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fault = backendsOf(own, 1).catch((error: unknown) => error)
  // The wait of the driver begins once its connection is handed out.
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await fault).toMatchObject({ message: 'Query read timeout' })
  expect(new Set([...before, ...(await backendsOf(own, 5))]).size).toBe(10)
  await Promise.all([own.destroy(), wire.stop()])
})

/** The process of the database behind each of so many connections, all in use at once. */
function backendsOf(own: Database, count: number): Promise<(number | undefined)[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
      return rows[0]?.pid
    }),
  )
}
