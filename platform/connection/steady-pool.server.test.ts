import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { connect, databaseUrl, type Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'
import { keepWebLimits } from '#test/fixtures/web-limits.ts'
import { wireToDatabase, type Wire } from '#test/simulation/wire.ts'

import { isDatabaseAway } from './database-trouble.server.ts'

await keepWebLimits()

let wire: Wire & { url: string }
let own: Database
beforeEach(async () => {
  wire = await wireToDatabase(databaseUrl())
  own = connect(wire.url)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await own.destroy()
  await wire.stop()
})

test('a connection that takes longer than a request may wait is there for the next', async () => {
  wire.is('keeps-waiting')
  const first = await visit(1)
  expect(first).toEqual(['away'])
  await vi.advanceTimersByTimeAsync(2900)
  vi.useRealTimers()
  wire.is('none')
  wire.is('refuses-new')
  await until('the late connection', () => sql`select 1`.execute(own).catch(() => undefined))
})

test('a program that was busy for longer than a request may wait still gets its connection', async () => {
  vi.useRealTimers()
  const asked = sql`select 1`.execute(own)
  await new Promise((resolve) => setImmediate(resolve))
  const busyUntil = performance.now() + 1200
  while (performance.now() < busyUntil);
  await expect(asked).resolves.toBeDefined()
})

test('a hundred who wait for a database that lets nobody in make few attempts, each after an earlier one', async () => {
  wire.is('keeps-waiting')
  expect(new Set(await visit(100))).toEqual(new Set(['away']))
  const opened = wire.opened()
  expect(opened).toBeLessThanOrEqual(10)
  for (let again = 1; again <= 5; again++) {
    await vi.advanceTimersByTimeAsync(4000)
    expect(new Set(await visit(100))).toEqual(new Set(['away']))
    expect(wire.opened()).toBeLessThanOrEqual(opened + 2 * (again + 1))
  }
  wire.is('none')
  await vi.waitUntil(async () => (await visit(1))[0] === 'there')
  expect(new Set(await visit(100))).toEqual(new Set(['there']))
})

/** The results of so many requests at once, each of which waits as long as a request may. */
async function visit(people: number): Promise<string[]> {
  const asked = Array.from({ length: people }, () =>
    sql`select 1`.execute(own).then(
      () => 'there',
      (fault: unknown) => (isDatabaseAway(fault) ? 'away' : String(fault)),
    ),
  )
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(1000)
  return Promise.all(asked)
}
