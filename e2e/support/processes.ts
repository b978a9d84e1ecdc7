import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

import { createDatabase } from '#platform/database/site-database.server.ts'
import { beginNow, writeClock } from '#test/fixtures/beginning.ts'
import { dropDatabase, scratchName } from '#test/fixtures/scratch-database.ts'

/*
 * The site as an operator runs it: separate processes on the built pages, with a bank beside it.
 * Settings control everything, so that a test can kill one process and start another.
 */

export const BANK_KEY = 'key-for-the-tests-alone'
const BANK_SECRET = 'secret-for-the-tests-alone'

export type Running = { process: ChildProcess; url: string; output: () => string }

/** The database, bank and clock that the processes of one test share. */
export type Company = {
  databaseUrl: string
  /** The owner's address, for a test that drops a table. */
  ownerUrl: string
  settings: Record<string, string>
  bank: Running
  /** Starts one more site on the same database. */
  startSite: (more?: Record<string, string>) => Promise<Running>
  /** Starts a program that only runs the jobs. */
  startJobs: (more?: Record<string, string>) => Promise<Running>
  startBank: () => Promise<Running>
  moveClock: (by: Temporal.DurationLike) => void
  now: () => Temporal.Instant
  /** Calls the bank's control interface. */
  control: (path: string, body?: object) => Promise<Response>
  stop: () => Promise<void>
}

export async function startCompany(): Promise<Company> {
  const superuser = inject('superuser')
  const name = scratchName()
  const template = inject('template')
  const { url: databaseUrl, ownerUrl } = await createDatabase(superuser, name, template)
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-'))
  symlinkSync(inject('images'), join(folder, 'images'))
  const clockFile = join(folder, 'clock')
  beginNow(clockFile)

  const running: Running[] = []
  const settings: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: folder,
    CLOCK_FILE: clockFile,
    BANK_KEY,
    BANK_SECRET,
    SANDBOX_CONTROL: '1',
    TRUSTED_PROXIES: '1',
    // Browsers come with the header of a proxy, which has an address for each.
    OFFICE_DEMONSTRATION: 'on',
    OPERATIONS_EMAIL: 'operations@halcyon.example',
    PORT: '0',
  }
  const startBank = async () => {
    const port = settings.BANK_URL ? new URL(settings.BANK_URL).port : '0'
    const bank = await start('sandbox-bank/server.ts', { ...settings, BANK_PORT: port })
    settings.BANK_URL = bank.url
    running.push(bank)
    return bank
  }
  const bank = await startBank()
  return {
    databaseUrl,
    ownerUrl,
    settings,
    bank,
    startBank,
    async startSite(more = {}) {
      const site = await start('server.ts', { ...settings, ...more })
      running.push(site)
      return site
    },
    async startJobs(more = {}) {
      const jobs = await start('jobs.ts', { ...settings, ...more })
      running.push(jobs)
      return jobs
    },
    moveClock(by) {
      const milliseconds = Temporal.Duration.from(by).total('milliseconds')
      writeClock(clockFile, Number(readFileSync(clockFile, 'utf8')) + milliseconds)
    },
    now: () =>
      Temporal.Now.instant().add({ milliseconds: Number(readFileSync(clockFile, 'utf8')) }),
    control: (path, body = {}) =>
      fetch(`${settings.BANK_URL}/control${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async stop() {
      for (const one of running.toReversed()) await stop(one)
      await dropDatabase(superuser, name)
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Starts one of our programs, of the release in `folder`, and waits until it prints its address. No
 * proxy is told when it ends.
 */
export async function start(
  program: string,
  settings: Record<string, string>,
  folder = '.',
): Promise<Running> {
  const { NODE_ENV: _env, MODE: _mode, VITEST: _vitest, ...outside } = process.env
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...outside, DRAIN_SECONDS: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let isOpen = false
  const { promise: opened, resolve, reject } = Promise.withResolvers<string>()
  const listen = (chunk: Buffer) => {
    output += chunk.toString()
    if (isOpen) return // each line of a long log would cost a look at all of it
    const opening = output.split('\n').find(isOpening)
    if (!opening) return
    isOpen = true
    const url = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(opening)
    resolve(url?.[0] ?? '')
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${output}`)))
  return { process: child, url: await opened, output: () => output }
}

function isOpening(line: string): boolean {
  return ['is open at http', '{"url"', 'Jobs are being done'].some((word) => line.includes(word))
}

/** Stops it like Ctrl-C, or like a power cut. */
export async function stop(
  { process: child }: Running,
  signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill(signal)
  await promise
}
