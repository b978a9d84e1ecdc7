import { sql } from 'kysely'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { tidyTries } from './count-tries.server.ts'
import { mayTry, mayTryAt, takeBack, type Limit } from './rate-limit.server.ts'

const run = promisify(execFile)

/** The number of these tries, each from its own address, that are allowed. */
async function allowed(limit: Limit, from: readonly string[], visitor?: string) {
  let count = 0
  for (const address of from) {
    if (await underRequestId(address, () => mayTry(limit, visitor))) count += 1
  }
  return count
}

function addresses(count: number, write: (number: number) => string): string[] {
  return Array.from({ length: count }, (_, number) => write(number))
}

/** Bytes in use after garbage collection. */
function usedAfterCleaning(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

const hex = (number: number) => number.toString(16)

test('a rented server with a network of IPv6 addresses counts as one visitor', async () => {
  const limit = { name: 'one-network', tries: 20, seconds: 600 }
  expect(
    await allowed(
      limit,
      addresses(40, (n) => `2001:db8:1:2::${hex(n)}`),
    ),
  ).toBe(20)
  expect(
    await allowed(
      limit,
      addresses(40, (n) => `2001:db8:1:2:${hex(n)}:5:6:7`),
    ),
  ).toBe(0)
  expect(await allowed(limit, ['2001:db8:1:3::1'])).toBe(1)
})

test('neighbouring networks have more tries together than one, but not without limit', async () => {
  const limit = { name: 'neighbours', tries: 3, seconds: 600 }
  expect(
    await allowed(
      limit,
      addresses(250, (n) => `2001:db8:7:a${hex(n).padStart(2, '0')}::1`),
    ),
  ).toBe(24)
  expect(
    await allowed(
      limit,
      addresses(250, (n) => `192.0.2.${n}`),
    ),
  ).toBe(24)
  expect(await allowed(limit, ['192.0.3.1', '2001:db8:7:b00::1'])).toBe(2)
})

test('the first limit that refuses is the last one counted', async () => {
  const limit = { name: 'first-refusal', tries: 3, seconds: 600 }
  expect(
    await allowed(
      limit,
      addresses(3, () => '198.51.100.1'),
    ),
  ).toBe(3)
  expect(
    await allowed(
      limit,
      addresses(100, () => '198.51.100.1'),
      'Anna',
    ),
  ).toBe(0)
  expect(
    await allowed(
      limit,
      addresses(21, (n) => `198.51.100.${n + 2}`),
    ),
  ).toBe(21)
  expect(
    await allowed(
      limit,
      addresses(4, (n) => `203.0.113.${n}`),
      'Anna',
    ),
  ).toBe(3)
})

test('an address may have more tries than a browser, which serves a hotel', async () => {
  const limit = { name: 'hotel', tries: 2, triesOfAddress: 10, seconds: 600 }
  expect(
    await allowed(
      limit,
      addresses(3, () => '203.0.113.5'),
      'Anna',
    ),
  ).toBe(2)
  for (let guest = 0; guest < 7; guest++) {
    expect(await allowed(limit, ['203.0.113.5'], `guest ${guest}`)).toBe(1)
  }
  expect(await allowed(limit, ['203.0.113.5'], 'one too many')).toBe(0)
})

test('a key of any length costs hardly any memory', async () => {
  const limit = { name: 'long', tries: 5, seconds: 3600 }
  const before = usedAfterCleaning()
  for (let thing = 0; thing < 1000; thing++) await mayTryAt(limit, `${thing}${'x'.repeat(58_000)}`)
  expect(usedAfterCleaning() - before).toBeLessThan(5_000_000)
  const same = 'y'.repeat(58_000)
  for (let tries = 0; tries < 5; tries++) expect(await mayTryAt(limit, same)).toBe(true)
  expect(await mayTryAt(limit, same)).toBe(false)
  expect(await mayTryAt(limit, `${same}.`)).toBe(true)
})

test('the number of counts is bounded: beyond it the oldest is dropped', async () => {
  const limit = { name: 'many', tries: 1, seconds: 3600 }
  expect(await mayTryAt(limit, 'first')).toBe(true)
  expect(await mayTryAt(limit, 'first')).toBe(false)
  for (let thing = 0; thing < 50_000; thing++) await mayTryAt(limit, String(thing))
  expect(await mayTryAt(limit, '49999')).toBe(false)
  expect(await mayTryAt(limit, 'first')).toBe(true)
})

test('two programs count together, and a refusal by one is a refusal by the other', async () => {
  const limit = { name: 'together', tries: 7, seconds: 600, shared: true }
  const address = '192.0.2.77'
  const script = `
    const { mayTry } = await import('#platform/limits/rate-limit.server.ts')
    const { underRequestId } = await import('#platform/requests/request-id.server.ts')
    let count = 0
    for (let tries = 0; tries < 5; tries++)
      if (await underRequestId('${address}', () => mayTry(${JSON.stringify(limit)}))) count += 1
    process.stdout.write(String(count), () => process.exit())`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  expect(stdout).toBe('5')
  expect(
    await allowed(
      limit,
      addresses(5, () => address),
    ),
  ).toBe(2)
  const apart = { ...limit, name: 'apart', shared: false }
  expect(
    await allowed(
      apart,
      addresses(9, () => address),
    ),
  ).toBe(7)
})

test('a try that succeeded is taken back in every process', async () => {
  const limit = { name: 'right', tries: 2, seconds: 600, shared: true }
  for (let tries = 0; tries < 5; tries++) {
    expect(await mayTryAt(limit, 'Anna')).toBe(true)
    await takeBack(limit, 'Anna')
  }
  expect([await mayTryAt(limit, 'Anna'), await mayTryAt(limit, 'Anna')]).toEqual([true, true])
  expect(await mayTryAt(limit, 'Anna')).toBe(false)
})

test('while the database cannot be reached, visitors are not locked out, and tries are still bounded', async () => {
  const limit = { name: 'away', tries: 3, seconds: 600, shared: true }
  expect(await mayTryAt(limit, 'Anna')).toBe(true)
  onTestFinished(bringTriesBack)
  await asOwner((owner) => sql`alter table tries rename to tries_away`.execute(owner))
  const away = Object.assign(new Error('the line is cut'), { code: '57P01' })
  using ask = vi.spyOn(db, 'executeQuery').mockRejectedValue(away)
  expect([await mayTryAt(limit, 'Anna'), await mayTryAt(limit, 'Anna')]).toEqual([true, true])
  expect(await mayTryAt(limit, 'Anna')).toBe(false)
  await takeBack(limit, 'Anna')
  ask.mockRestore()
  await expect(mayTryAt(limit, 'Ben')).rejects.toThrow('tries')
  await bringTriesBack()
  expect(await mayTryAt(limit, 'Clara')).toBe(true)
})

async function bringTriesBack() {
  const back = sql`alter table if exists tries_away rename to tries`
  await asOwner((owner) => back.execute(owner))
}

test('the counts name no person', async () => {
  const limit = { name: 'nameless', tries: 3, seconds: 600, shared: true }
  await mayTryAt(limit, 'anna@example.com')
  await allowed(limit, ['192.0.2.200'])
  const { rows } = await sql<{
    key: string
  }>`select key from tries where key like 'nameless%'`.execute(db)
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/anna|192\.0\.2/)
})

test('expired counts are tidied away, and so are the oldest beyond the limit', async () => {
  await db.deleteFrom('tries').execute()
  const moment = now()
  const rows = [-1, 0, 60, 120, 180].map((seconds) => ({
    key: `ends in ${seconds}`,
    points: 1,
    expire: moment.epochMilliseconds + seconds * 1000,
  }))
  await db.insertInto('tries').values(rows).execute()
  await tidyTries(moment)
  expect(await listKeys()).toEqual(['ends in 120', 'ends in 180', 'ends in 60'])
  await tidyTries(moment, 2)
  expect(await listKeys()).toEqual(['ends in 120', 'ends in 180'])
})

async function listKeys(): Promise<string[]> {
  const rows = await db.selectFrom('tries').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}
